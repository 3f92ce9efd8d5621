import { readFileSync } from 'node:fs'

/** The versions that an app gets from create-latchkey-app. They are exact, so that an upstream release changes no test here. */
const versionsIn = (template: 'vite-react' | 'next') =>
  JSON.parse(
    readFileSync(new URL(`../../packages/create-app/templates/${template}/package.json`, import.meta.url), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>
const created = versionsIn('vite-react')
const next = versionsIn('next')
const withoutModal = ({ '@latchkey/modal': _, ...others }: Record<string, string>) => others
const viteReact = { ...withoutModal(created.dependencies), ...created.devDependencies }
const versionsOf = (...names: string[]) =>
  Object.fromEntries(Object.entries(viteReact).filter(([name]) => names.includes(name)))
const react18 = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.31', '@types/react-dom': '18.3.7' }
const wagmi = { ...viteReact, '@tanstack/react-query': '5.108.0', viem: '2.57.1' }

/** How a project is made and served. */
export type Project = {
  /** Template of the packed create-latchkey-app. */
  created?: 'vite-react' | 'next' | 'vanilla'
  /** Folder of `templates`: the project, or its replacements for files of the created app. */
  template?: string
  /** Does not install our package. */
  without?: 'modal'
  /** Beside the packed modal. A created app has its own dependencies, in these versions. */
  dependencies?: Readonly<Record<string, string>>
  /** npm's `overrides`: replacements for transitive dependencies. */
  overrides?: Readonly<Record<string, string>>
  /** Commands of the installed packages, in order. */
  build: readonly (readonly string[])[]
  /** A folder of files to serve, or the command of a server on 127.0.0.1; `{port}` stands for its port. */
  serve: { files: string } | { command: readonly string[] }
}

export type Row = Project & {
  name: string
  /** Runs in `npm test`; the others in the extended tier. */
  isQuick?: true
  /** Headers of every response. `{nonce}` is new each time, and is in the page where that has `NONCE`. */
  headers?: Readonly<Record<string, string>>
  /** Text in the server's response before any script runs. */
  serverText?: string
}

const viteProject = (project: Pick<Project, 'template' | 'dependencies'>, types?: 'tsc'): Project => ({
  ...project,
  build: [...(types === undefined ? [] : [[types, '--project', 'tsconfig.json']]), ['vite', 'build']],
  serve: { files: 'dist' },
})

const strictPolicy = [
  "default-src 'none'",
  "script-src 'nonce-{nonce}' 'strict-dynamic'",
  "style-src 'nonce-{nonce}'",
  'frame-src %FRAME_URL%',
  'connect-src %API_URL%',
  'img-src data: https:',
  "base-uri 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const viteApp: Project = { created: 'vite-react', build: [['npm', 'run', 'build']], serve: { files: 'dist' } }
const nextApp = {
  created: 'next',
  serve: { command: ['next', 'start', '--hostname', '127.0.0.1', '--port', '{port}'] },
} as const
const scriptTag: Project = { template: 'script-tag', build: [], serve: { files: '.' } }

/** Each is installed outside the workspace, built, served, and signs in. */
export const rows: readonly Row[] = [
  { name: 'Vite and React 18', ...viteApp, dependencies: react18, isQuick: true },
  { name: 'Vite and React 19', ...viteApp },
  {
    name: 'a strict policy with a nonce and Trusted Types',
    ...viteApp,
    template: 'vite-nonce',
    headers: { 'content-security-policy': strictPolicy },
  },
  {
    name: 'a page in a browsing context group of its own',
    ...viteApp,
    headers: { 'cross-origin-opener-policy': 'same-origin' },
  },
  {
    name: 'Next.js, built by Turbopack',
    ...nextApp,
    build: [['npm', 'run', 'build']],
    serverText: '>Sign in</button>',
  },
  {
    name: 'Next.js, built by webpack',
    ...nextApp,
    build: [['next', 'build', '--webpack']],
    serverText: '>Sign in</button>',
  },
  {
    name: 'Vite and Vue',
    ...viteProject({
      template: 'vite-vue',
      dependencies: { ...versionsOf('vite', 'typescript'), vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' },
    }),
  },
  {
    name: 'plain HTML with a script tag',
    created: 'vanilla',
    build: [['npm', 'run', 'build']],
    serve: { command: ['sirv', 'public', '--host', '127.0.0.1', '--port', '{port}'] },
  },
  {
    name: 'a script tag under a strict policy with a nonce and Trusted Types',
    ...scriptTag,
    headers: { 'content-security-policy': strictPolicy },
  },
  { name: 'wagmi 2', ...viteProject({ template: 'wagmi', dependencies: { ...wagmi, wagmi: '2.19.5' } }, 'tsc') },
  { name: 'wagmi 3', ...viteProject({ template: 'wagmi', dependencies: { ...wagmi, wagmi: '3.7.7' } }, 'tsc') },
]

/** Runs the development server, whose pages change while they are open. */
export const hotProject: Project = {
  ...viteApp,
  build: [],
  serve: { command: ['vite', '--host', '127.0.0.1', '--port', '{port}', '--strictPort'] },
}

/** Every entry, with everything that any of them needs. */
export const typesProject: Project = {
  template: 'types',
  dependencies: { ...versionsOf('typescript', 'react', 'react-dom'), viem: '2.57.1' },
  build: [
    ['tsc', '--project', 'tsconfig.bundler.json'],
    ['tsc', '--project', 'tsconfig.node16.json'],
  ],
  serve: { files: '.' },
}

const emptyPackage = 'npm:empty-npm-package@1.0.0'

/**
 * RainbowKit's own quick start, for the benchmark of openings. WalletConnect's and Reown's packages, which it needs once a wallet is
 * chosen, are empty: their licenses restrict use. From version 2 on, ua-parser-js is under the AGPL.
 */
export const rainbowKitProject: Project = {
  ...viteProject({
    template: 'rainbowkit',
    dependencies: { ...wagmi, wagmi: '2.19.5', '@rainbow-me/rainbowkit': '2.2.11' },
  }),
  without: 'modal',
  overrides: {
    '@walletconnect/ethereum-provider': emptyPackage,
    '@reown/appkit': emptyPackage,
    'ua-parser-js': '1.0.41',
  },
}

/** Next.js with Auth.js, and no code of ours. */
export const authjsProject: Project = {
  template: 'authjs',
  without: 'modal',
  dependencies: { ...withoutModal(next.dependencies), ...next.devDependencies, 'next-auth': '5.0.0-beta.32' },
  build: [['next', 'build']],
  serve: nextApp.serve,
}

/** Only the modal. */
export const aloneProject = scriptTag
