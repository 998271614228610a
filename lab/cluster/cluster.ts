import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { withSbin } from '#lab/bench/wrk.ts';
import { until } from '#lab/faults/world.ts';
import { freePort } from '#test/postgres.ts';

const NAMES = ['one', 'two', 'three'] as const;
const PASSWORD = 'cluster-password';
const TOOLS = ['ip', 'runuser', 'etcd', 'patroni', 'haproxy'] as const;
/** For a first copy of the data to two replicas. */
const START_MS = 120_000;

/** A machine: a network namespace with etcd and PostgreSQL under Patroni. */
type Node = { name: string; address: string; namespace: string; link: string };
/** As Patroni's REST API names it. */
type Receiver = { application_name: string; state: string; sync_state: string };
type Member = { name: string; role: string; state: string; timeline?: number };

/** What is missing on this machine for a cluster; `null` if nothing is. */
export function obstacle(): string | null {
  if (process.getuid?.() !== 0) return 'needs root, for network namespaces';
  const missing = TOOLS.filter((tool) => {
    try {
      execFileSync('which', [tool], { env: withSbin() });
      return false;
    } catch {
      return true;
    }
  });
  return missing.length > 0
    ? `needs ${missing.join(', ')} (apt install patroni etcd-server haproxy postgresql-15)`
    : null;
}

/**
 * Three machines as `deploy/cluster` describes them, with its files, on a bridge inside of this machine, and HAProxy
 * outside of them.
 */
export class Cluster {
  readonly nodes: Node[];
  readonly #folder: string;
  readonly #bridge: string;
  readonly #port: number;
  #proxy: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.#port = port;
    const mark = process.pid.toString(36).slice(-4);
    // One of 200 private networks, so that two runs rarely meet.
    const net = `10.231.${process.pid % 200}`;
    this.#bridge = `shop${mark}b`;
    this.nodes = NAMES.map((name, i) => ({
      ...{ name, address: `${net}.${11 + i}` },
      ...{ namespace: `shop${mark}-${name}`, link: `shop${mark}${i}` },
    }));
    ip('link', 'add', this.#bridge, 'type', 'bridge');
    ip('addr', 'add', `${net}.1/24`, 'dev', this.#bridge);
    ip('link', 'set', this.#bridge, 'up');
    for (const { namespace, link, address } of this.nodes) {
      ip('netns', 'add', namespace);
      ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
      ip('link', 'set', link, 'master', this.#bridge, 'up');
      ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', 'eth0');
      ip('-n', namespace, 'link', 'set', 'eth0', 'up');
      ip('-n', namespace, 'link', 'set', 'lo', 'up');
    }
  }

  /** Makes the network and the folder, which would outlive this program; both go when it ends. */
  static async create(): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'shop-cluster-'));
    chmodSync(folder, 0o755);
    const cluster = new Cluster(folder, await freePort());
    process.once('exit', () => cluster.#remove());
    return cluster;
  }

  /** Starts everything and waits until each replica follows and one of them is synchronous. */
  async start(): Promise<void> {
    for (const node of this.nodes) this.#prepare(node);
    for (const node of this.nodes) this.startNode(node);
    await this.startProxy();
    await until('a cluster of three', () => this.isWhole(), START_MS);
  }

  /** The database, through HAProxy. */
  url(database = 'postgres'): string {
    return `postgres://postgres:${PASSWORD}@127.0.0.1:${this.#port}/${database}`;
  }

  #prepare(node: Node): void {
    const place = join(this.#folder, node.name);
    mkdirSync(place);
    const config = readFileSync('deploy/cluster/patroni.yml', 'utf8')
      .replace(/data_dir: .*/, `data_dir: ${place}/db\n  parameters:\n    unix_socket_directories: ${place}`)
      .replace(/pgpass: .*/, `pgpass: ${place}/pgpass`);
    writeFileSync(join(place, 'patroni.yml'), config);
    execFileSync('chown', ['-R', 'postgres:postgres', place]);
  }

  /** `node.env.example` of a machine, with this network's addresses. */
  #environment(node: Node): Record<string, string> {
    const lines = readFileSync('deploy/cluster/node.env.example', 'utf8').match(/^\w+=.*$/gm) ?? [];
    const [one] = this.nodes;
    const addressed = lines.map((line) => {
      const [, name = '', value = ''] = /^(\w+)=(.*)$/.exec(line) ?? [];
      const isShared = /INITIAL_CLUSTER|HOSTS|^NODE/.test(name);
      if (name.endsWith('_PASSWORD')) return [name, PASSWORD] as const;
      if (/_NAME$/.test(name)) return [name, node.name] as const;
      const placed = value.replace(/10\.0\.0\.1([123])/g, (_, digit) => this.nodes[Number(digit) - 1]?.address ?? '');
      return [name, isShared ? placed : placed.replaceAll(one?.address ?? '', node.address)] as const;
    });
    return Object.fromEntries(addressed);
  }

  /** Starts etcd and Patroni of a machine, with the data that it has. */
  startNode(node: Node): void {
    const place = join(this.#folder, node.name);
    this.startEtcd(node);
    this.#run(node, ['patroni', join(place, 'patroni.yml')]);
  }

  startEtcd(node: Node): void {
    const data = join(this.#folder, node.name, 'etcd');
    this.#run(node, ['etcd', '--data-dir', data, '--logger', 'zap', '--log-level', 'error']);
  }

  #run({ namespace, name }: Node, command: string[]): void {
    const node = this.nodes.find((each) => each.name === name) as Node;
    const env = { ...withSbin(), ...this.#environment(node) };
    // `ip netns exec` needs root; the programs run as PostgreSQL's user.
    const args = ['netns', 'exec', namespace, 'runuser', '-u', 'postgres', '--', ...command];
    const log = openSync(join(this.#folder, name, `${basename(command[0] ?? '')}.log`), 'a');
    spawn('ip', args, { env, stdio: ['ignore', log, log], detached: true, cwd: join(this.#folder, name) });
    closeSync(log);
  }

  /** Ends everything on a machine, as a power cut does. */
  kill(node: Node): void {
    // One that was just forked is met in the next round. PostgreSQL does not start beside a process of its last run.
    for (let pids = pidsIn(node.namespace); pids.length > 0; pids = pidsIn(node.namespace)) {
      for (const pid of pids) signal(pid);
    }
  }

  /** Kills the programs of a machine whose command contains this. */
  killProgram(node: Node, command: string): void {
    for (const pid of pidsIn(node.namespace)) if (readCommand(pid).includes(command)) signal(pid);
  }

  /** Takes the machine off the network, with everything on it running. */
  cut({ link }: Node): void {
    ip('link', 'set', link, 'down');
  }

  heal({ link }: Node): void {
    ip('link', 'set', link, 'up');
  }

  async startProxy(): Promise<void> {
    const config = readFileSync('deploy/cluster/haproxy.cfg', 'utf8').replace(
      '127.0.0.1:5000',
      `127.0.0.1:${this.#port}`,
    );
    const path = join(this.#folder, 'haproxy.cfg');
    writeFileSync(path, config);
    const [one] = this.nodes;
    const env = { ...withSbin(), ...(one ? this.#environment(one) : {}) };
    this.#proxy = spawn('haproxy', ['-db', '-f', path], { env, stdio: 'ignore', cwd: resolve('.') });
  }

  killProxy(): void {
    this.#proxy?.kill('SIGKILL');
  }

  /** The members as a machine that answers sees them; empty if none does. */
  async members(): Promise<Member[]> {
    for (const { address } of this.nodes) {
      try {
        const answer = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
        return ((await answer.json()) as { members: Member[] }).members;
      } catch {
        // Another one is asked.
      }
    }
    return [];
  }

  /** The machine that says of itself that it is the primary, and holds the lock. */
  async primary(): Promise<Node | null> {
    for (const node of this.nodes) {
      const answer = await fetch(`http://${node.address}:8008/primary`, { signal: AbortSignal.timeout(1_000) }).catch(
        () => null,
      );
      if (answer?.status === 200) return node;
    }
    return null;
  }

  /** Whether both replicas receive what is written, and one of them before a commit is answered. */
  async isWhole(): Promise<boolean> {
    const receiving = await this.#receiving();
    return receiving.length === NAMES.length - 1 && receiving.some(({ sync_state }) => sync_state === 'sync');
  }

  /** The replicas that the primary sends to. A replica that receives nothing may say `running` of itself. */
  async #receiving(): Promise<Receiver[]> {
    const primary = await this.primary();
    if (primary === null) return [];
    const url = `http://${primary.address}:8008/patroni`;
    const state = await fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.json() as Promise<{ replication?: Receiver[] }>,
      () => null,
    );
    return (state?.replication ?? []).filter(({ state }) => state === 'streaming');
  }

  /** Moves the primary to another machine, as before maintenance. @returns whether Patroni did; not without a standby */
  async switchOver(from: Node): Promise<boolean> {
    const answer = await fetch(`http://${from.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: from.name }),
    });
    return answer.ok;
  }

  /**
   * Helps each replica that does not come back, as a person does: with `patronictl restart` where PostgreSQL runs and
   * receives nothing (https://github.com/patroni/patroni/issues/3686), with `patronictl reinit` where it does not run. A
   * primary that lost power in the middle of a record may wait for the rest of it, which the new primary never wrote.
   *
   * @returns what was done, such as `restart two`
   */
  async help(): Promise<string[]> {
    const receiving = await this.#receiving();
    const done: string[] = [];
    for (const { name, role, state } of await this.members()) {
      if (role === 'leader' || receiving.some(({ application_name }) => application_name === name)) continue;
      const isRunning = state === 'running' || state === 'streaming';
      const url = `http://${this.nodes.find((each) => each.name === name)?.address}:8008`;
      const [path, body] = isRunning ? ['restart', {}] : ['reinitialize', { force: true }];
      await fetch(`${url}/${path}`, { method: 'POST', body: JSON.stringify(body) });
      done.push(`${isRunning ? 'restart' : 'copy'} ${name}`);
    }
    return done;
  }

  /** The last faults and lines of Patroni and PostgreSQL on each machine. */
  logs(): string {
    const last = ({ name }: Node) => {
      const lines = readFileSync(join(this.#folder, name, 'patroni.log'), 'utf8')
        .trim()
        .split('\n');
      return [
        ...lines.filter((line) => /PANIC|rewind|could not|invalid|removed/.test(line)).slice(-6),
        ...lines.slice(-4),
      ];
    };
    return this.nodes.map((node) => [`${node.name}:`, ...last(node)].join('\n')).join('\n');
  }

  #remove(): void {
    this.killProxy();
    for (const node of this.nodes) this.kill(node);
    for (const { namespace, link } of this.nodes) {
      ip('link', 'del', link);
      ip('netns', 'del', namespace);
    }
    ip('link', 'del', this.#bridge);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const ip = (...args: string[]) => execFileSync('ip', args, { env: withSbin(), encoding: 'utf8' });
const pidsIn = (namespace: string) => ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number);

function readCommand(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
