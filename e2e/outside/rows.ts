/** Exact versions, so that a release elsewhere changes no test here. */
const vite = { vite: '8.3.8', typescript: '5.9.3' }
const react19 = { react: '19.3.1', 'react-dom': '19.3.1', '@types/react': '19.3.0', '@types/react-dom': '19.3.0' }
const react18 = { react: '18.3.1', 'react-dom': '18.3.1', '@types/react': '18.3.31', '@types/react-dom': '18.3.7' }
const viteReact = { ...vite, '@vitejs/plugin-react': '6.3.0' }
const wagmi = { ...viteReact, ...react19, '@tanstack/react-query': '5.108.0', viem: '2.57.1' }
const next = { ...react19, next: '16.4.6', typescript: '5.9.3', '@types/node': '24.19.2' }

/** How a project is made and served. */
export type Project = {
  /** Folder of `templates`. */
  template: string
  /** Beside the packed modal. */
  dependencies: Readonly<Record<string, string>>
  /** Commands of the installed packages, in order. */
  build: readonly (readonly string[])[]
  /** A folder of files to send, or the command of a server on 127.0.0.1; `{port}` stands for its port. */
  serve: { files: string } | { command: readonly string[] }
}

export type Row = Project & {
  name: string
  /** Runs in `npm test`; the others in the extended tier. */
  isQuick?: true
  /** Headers of every answer. `{nonce}` is another one each time, and is in the page where that has `NONCE`. */
  headers?: Readonly<Record<string, string>>
  /** What the server's answer has in it before any script runs. */
  serverText?: string
}

const viteProject = (template: string, dependencies: Project['dependencies'], types?: string): Project => ({
  template,
  dependencies,
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

const withReact19 = viteProject('vite-react', { ...viteReact, ...react19 }, 'tsc')
const scriptTag: Project = { template: 'script-tag', dependencies: {}, build: [], serve: { files: '.' } }

const nextStart = ['next', 'start', '--hostname', '127.0.0.1', '--port', '{port}']

/** Each is installed outside the workspace, built, served, and signs in. */
export const rows: readonly Row[] = [
  { name: 'Vite and React 18', ...viteProject('vite-react', { ...viteReact, ...react18 }, 'tsc'), isQuick: true },
  { name: 'Vite and React 19', ...withReact19 },
  {
    name: 'a strict policy with a nonce and Trusted Types',
    ...withReact19,
    headers: { 'content-security-policy': strictPolicy },
  },
  {
    name: 'a page in a browsing context group of its own',
    ...withReact19,
    headers: { 'cross-origin-opener-policy': 'same-origin' },
  },
  {
    name: 'Next.js, built by Turbopack',
    template: 'next',
    dependencies: next,
    build: [['next', 'build']],
    serve: { command: nextStart },
    serverText: '>Sign in</button>',
  },
  {
    name: 'Next.js, built by webpack',
    template: 'next',
    dependencies: next,
    build: [['next', 'build', '--webpack']],
    serve: { command: nextStart },
    serverText: '>Sign in</button>',
  },
  { name: 'Vite and Vue', ...viteProject('vite-vue', { ...vite, vue: '3.5.45', '@vitejs/plugin-vue': '6.0.11' }) },
  { name: 'plain HTML with a script tag', ...scriptTag },
  {
    name: 'a script tag under a strict policy with a nonce and Trusted Types',
    ...scriptTag,
    headers: { 'content-security-policy': strictPolicy },
  },
  { name: 'wagmi 2', ...viteProject('wagmi', { ...wagmi, wagmi: '2.19.5' }, 'tsc') },
  { name: 'wagmi 3', ...viteProject('wagmi', { ...wagmi, wagmi: '3.7.7' }, 'tsc') },
]

/** Runs the development server, whose pages change while they are open. */
export const hotProject: Project = {
  ...withReact19,
  build: [],
  serve: { command: ['vite', '--host', '127.0.0.1', '--port', '{port}', '--strictPort'] },
}

/** Every entry, with all that one of them needs. */
export const typesProject: Project = {
  template: 'types',
  dependencies: { typescript: '5.9.3', react: '19.3.1', 'react-dom': '19.3.1', viem: '2.57.1' },
  build: [
    ['tsc', '--project', 'tsconfig.bundler.json'],
    ['tsc', '--project', 'tsconfig.node16.json'],
  ],
  serve: { files: '.' },
}

/** The modal and nothing else. */
export const aloneProject: Project = {
  template: 'script-tag',
  dependencies: {},
  build: [],
  serve: { files: '.' },
}
