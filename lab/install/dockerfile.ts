import { spawnSync } from 'node:child_process';
import { chownSync, cpSync, existsSync, globSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, matchesGlob, resolve } from 'node:path';

/** The result of a Dockerfile, in a folder instead of an image. */
export type Image = {
  /** The root folder of the image. */
  root: string;
  workdir: string;
  env: Record<string, string>;
  user: { uid: number; gid: number };
  volumes: string[];
  command: string[];
  healthcheck: string[];
};
type Step = { instruction: string; text: string };

/** The steps of a Dockerfile in order, without comments, with continued lines joined. */
export function readSteps(dockerfile: string): Step[] {
  const lines = dockerfile.split('\n').filter((line) => !/^\s*(#|$)/.test(line));
  return lines
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .map((line) => {
      const [, instruction = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? [];
      return { instruction, text };
    });
}

/** The files that a .dockerignore includes; the last pattern that matches a path or a parent folder decides. */
export function filterContext(files: readonly string[], dockerignore: string): string[] {
  const patterns = dockerignore
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return files.filter((file) => {
    const parts = file.split('/');
    const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'));
    let isOut = false;
    for (const pattern of patterns) {
      const glob = pattern.replace(/^!/, '');
      if (paths.some((path) => matchesGlob(path, glob))) isOut = !pattern.startsWith('!');
    }
    return !isOut;
  });
}

/**
 * Runs every step below `folder`, each stage in a separate folder; base images are this machine.
 *
 * @param context the source folder of COPY
 * @throws Error for an unknown instruction, and for a failing step
 */
export function makeImage(dockerfile: string, context: string, folder: string): Image {
  const stages = new Map<string, Image>();
  let stage: Image | undefined;
  for (const { instruction, text } of readSteps(dockerfile)) {
    if (instruction === 'FROM') {
      const name = /\sAS\s+(\S+)$/i.exec(text)?.[1] ?? 'last';
      stage = emptyImage(join(folder, name));
      stages.set(name, stage);
      continue;
    }
    if (!stage) throw new Error(`${instruction} stands before FROM`);
    const at = stage;
    const step = STEPS[instruction];
    if (!step) throw new Error(`This test does not know the instruction ${instruction}: teach it`);
    step(at, text, (from) => (from === undefined ? context : (stages.get(from)?.root ?? '')));
  }
  if (!stage) throw new Error('The Dockerfile has no stage');
  return stage;
}

function emptyImage(root: string): Image {
  mkdirSync(root, { recursive: true });
  return {
    root,
    workdir: '/',
    env: { PATH: process.env.PATH ?? '' },
    user: { uid: 0, gid: 0 },
    volumes: [],
    command: [],
    healthcheck: [],
  };
}

const STEPS: Readonly<Record<string, (image: Image, text: string, rootOf: (stage?: string) => string) => void>> = {
  WORKDIR: (image, text) => {
    image.workdir = text;
    mkdirSync(join(image.root, text), { recursive: true });
  },
  ENV: (image, text) => {
    for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
  },
  COPY: (image, text, rootOf) => {
    const words = text.split(/\s+/);
    const flag = words[0]?.startsWith('--') ? words.shift() : undefined;
    const from = /^--from=(.+)$/.exec(flag ?? '')?.[1];
    if (flag !== undefined && from === undefined) throw new Error(`This test does not know ${flag} of COPY`);
    const to = words.pop() ?? '';
    copy(rootOf(from), words, resolve(join(image.root, image.workdir), to.replace(/^\//, `${image.root}/`)), to);
  },
  RUN: (image, text) => {
    // Changing owners needs root; otherwise everything belongs to this user.
    const allowed = process.getuid?.() === 0 ? text : text.replace(/ -[og] \d+/g, '');
    const { status } = spawnSync('sh', ['-ec', placed(image, allowed)], {
      cwd: join(image.root, image.workdir),
      env: { ...image.env, HOME: process.env.HOME, PATH: process.env.PATH },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    if (status !== 0) throw new Error(`RUN ${text} ended with ${status}`);
  },
  USER: (image, text) => {
    const [uid = 0, gid = 0] = text.split(':').map(Number);
    image.user = { uid, gid };
  },
  VOLUME: (image, text) => void image.volumes.push(text),
  EXPOSE: () => {},
  LABEL: () => {},
  HEALTHCHECK: (image, text) => {
    image.healthcheck = JSON.parse(text.slice(text.indexOf('CMD ') + 4));
  },
  CMD: (image, text) => {
    image.command = JSON.parse(text);
  },
};

/** Like COPY: the content of a folder, several files only into a folder. */
function copy(root: string, sources: string[], target: string, written: string): void {
  for (const source of sources) {
    const found = source === '.' ? ['.'] : globSync(source.replace(/^\//, ''), { cwd: root });
    if (found.length === 0) throw new Error(`COPY finds no ${source}`);
    for (const path of found) {
      const from = join(root, path);
      const isInto = written.endsWith('/') && statSync(from).isFile();
      const to = isInto ? join(target, basename(path)) : target;
      mkdirSync(dirname(to), { recursive: true });
      cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    }
  }
}

/** Paths of the image, translated to this machine. */
export function placed(image: Image, text: string): string {
  return text.replace(/(?<=^|[\s"'=:])\/(?=(app|data)\b)/g, `${image.root}/`);
}

/**
 * Environment and permissions of a process in the image: it can write only its volumes. Without the right to change
 * users it runs as this one.
 */
export function processOptions(image: Image) {
  const env = Object.fromEntries(Object.entries(image.env).map(([name, value]) => [name, placed(image, value)]));
  const isRoot = process.getuid?.() === 0;
  return { cwd: join(image.root, image.workdir), env, ...(isRoot ? image.user : {}) };
}

/** Makes everything except the volumes read-only. */
export function makeReadOnly(image: Image): void {
  spawnSync('chmod', ['-R', 'a-w,a+rX', join(image.root, image.workdir)]);
  for (const volume of image.volumes) {
    const path = join(image.root, volume);
    if (process.getuid?.() === 0) chownSync(path, image.user.uid, image.user.gid);
  }
}

export function removeFolder(folder: string): void {
  if (existsSync(folder)) spawnSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true, force: true });
}
