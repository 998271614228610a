import { compile } from '@inlang/paraglide-js';

/** Compiles brand/texts to typed functions in client/.messages; part of build, dev, tests and typecheck. */
export async function compileMessages(): Promise<void> {
  await compile({
    project: './project.inlang',
    outdir: './client/.messages',
    outputStructure: 'message-modules',
    strategy: ['globalVariable', 'baseLocale'],
    emitGitIgnore: false,
    emitPrettierIgnore: false,
    emitReadme: false,
    isServer: 'import.meta.env?.SSR ?? true',
  });
}
