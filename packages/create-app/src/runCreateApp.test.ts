import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { test as base, expect, onTestFinished } from 'vitest'
import { runCreateApp } from './runCreateApp.ts'
import { templateNames, templates } from './templates.ts'

const packageFolder = fileURLToPath(new URL('..', import.meta.url))
const templatesFolder = join(packageFolder, 'templates')

type Ask = (question: string) => Promise<string>
type Ran = { code: number; said: string; complaints: string[] }
type Fixtures = {
  /** An empty folder that the command runs in. */
  from: string
  run: (args: readonly string[], where?: { ask?: Ask; from?: string }) => Promise<Ran>
}

const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern to learn what a fixture needs
  from: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-create-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    await use(folder)
  },
  run: async ({ from }, use) => {
    await use(async (args, where) => {
      const [said, complaints]: [string[], string[]] = [[], []]
      const code = await runCreateApp({
        args,
        from,
        version: '1.2.3',
        ask: undefined,
        ...where,
        templatesFolder,
        say: (line) => said.push(line),
        complain: (line) => complaints.push(line),
      })
      return { code, said: said.join('\n'), complaints }
    })
  },
})

const filesIn = (folder: string): string[] =>
  globSync('**/{*,.*}', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .toSorted()

const readAll = (folder: string): string =>
  filesIn(folder)
    .map((path) => readFileSync(join(folder, path), 'utf8'))
    .join('\n')

const readManifest = (path: string): { version: string; dependencies: Record<string, string> } =>
  JSON.parse(readFileSync(path, 'utf8'))

for (const template of templateNames) {
  test(`${template}: writes the files of the template, with every value in place`, async ({ run, from }) => {
    const { code, said, complaints } = await run(['my-app', '--template', template])
    expect({ code, complaints }).toEqual({ code: 0, complaints: [] })
    expect(said).toContain('cd my-app\n  npm install\n  npm run dev')
    expect(filesIn(from)).toEqual(
      [...filesIn(join(templatesFolder, template)), 'README.md', '.gitignore']
        .map((path) => `my-app/${path}`)
        .toSorted(),
    )
    const app = join(from, 'my-app')
    expect(readAll(app)).not.toMatch(/%[A-Z_]+%/)
    expect(JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))).toMatchObject({
      name: 'my-app',
      private: true,
      dependencies: { '@latchkey/modal': '1.2.3' },
    })
    const settings = readFileSync(join(app, templates[template].settings), 'utf8')
    for (const value of ['demo', 'http://localhost:3001', 'http://localhost:3002', 'my-app'])
      expect(settings).toMatch(new RegExp(`["']${value}["']`))
    expect(readFileSync(join(app, 'README.md'), 'utf8')).toContain(
      'latchkey doctor http://localhost:3001 --project demo --site http://localhost:5173',
    )
  })
}

test('writes the addresses, the project and the version that it is given', async ({ run, from }) => {
  const { code } = await run([
    ...['my-app', '--template', 'vite-react', '--frame-url', 'https://wallet.example.com/'],
    ...['--api-url', 'https://api.example.com:8443', '--project', 'shop_1', '--kit', '^0.9.0-beta.1'],
  ])
  expect(code).toBe(0)
  const settings = readFileSync(join(from, 'my-app/src/latchkey.ts'), 'utf8')
  expect(settings).toContain("projectId: 'shop_1',")
  expect(settings).toContain("frameUrl: 'https://wallet.example.com',")
  expect(settings).toContain("apiUrl: 'https://api.example.com:8443',")
  expect(readManifest(join(from, 'my-app/package.json')).dependencies['@latchkey/modal']).toBe('^0.9.0-beta.1')
})

test('leads to a tarball from any folder, whatever its path', async ({ run, from }) => {
  const kit = join(from, `a "kit" for $& %NAME%.tgz`)
  writeFileSync(kit, '')
  expect((await run(['apps/my-app', '--template', 'next', '--kit', basename(kit)])).code).toBe(0)
  const { dependencies } = readManifest(join(from, 'apps/my-app/package.json'))
  expect(dependencies['@latchkey/modal']).toBe(`file:${kit}`)
})

test('takes an empty folder, and the one that it runs in', async ({ run, from }) => {
  for (const [folder, where] of [
    ['there', {}],
    ['.', { from: join(from, 'here') }],
  ] as const) {
    mkdirSync(join(where.from ?? from, folder))
    expect((await run([folder, ...template], where)).code).toBe(0)
  }
})

test('asks for what is missing on a terminal', async ({ run, from }) => {
  const asked: string[] = []
  const answers = [' my-app ', 'next']
  const ask: Ask = async (question) => {
    asked.push(question)
    return answers.shift() ?? ''
  }
  const { code } = await run([], { ask })
  expect(code).toBe(0)
  expect(asked).toEqual(['Folder of the app: ', 'Template (vite-react, next, vanilla): '])
  expect(filesIn(join(from, 'my-app'))).toContain('app/page.tsx')
})

const template = ['--template', 'vanilla']
const rejected: readonly (readonly [what: string, args: readonly string[], why: string])[] = [
  ['no folder', template, 'The folder is missing.'],
  ['no template', ['my-app'], '--template is missing: vite-react, next, vanilla.'],
  ['an unknown template', ['my-app', '--template', 'svelte'], 'There is no template "svelte".'],
  ['a template named like a property of objects', ['my-app', '--template', 'toString'], 'There is no template'],
  ['an unknown option', ['my-app', ...template, '--typescript'], "Unknown option '--typescript'."],
  ['an option without its value', ['my-app', '--template', '--kit'], "Option '--template"],
  ['two folders', ['one', 'two', ...template], 'One folder is created at a time, not 2.'],
  ['capitals in the name', ['MyApp', ...template], 'npm takes no package named "MyApp".'],
  ['a quote in the name', ["it's", ...template], 'npm takes no package named'],
  ['a leading dot', ['.app', ...template], 'npm takes no package named ".app".'],
  ['the name of a module of Node', ['http', ...template], 'npm takes no package named "http".'],
  ['node_modules', ['node_modules', ...template], 'npm takes no package named "node_modules".'],
  ['a name that is too long', ['a'.repeat(215), ...template], 'npm takes no package named'],
  [
    'an address of the wallet with a path',
    ['my-app', ...template, '--frame-url', 'https://a.example/sdk'],
    '--frame-url',
  ],
  ['an address without a scheme', ['my-app', ...template, '--frame-url', 'localhost:3001'], '--frame-url'],
  ['a script in place of an address', ['my-app', ...template, '--api-url', 'javascript:alert(1)'], '--api-url'],
  ['a name and password in an address', ['my-app', ...template, '--api-url', 'https://a:b@c.example'], '--api-url'],
  ['a project id with a quote', ['my-app', ...template, '--project', "demo'"], '--project "demo\'"'],
  ['a tarball that is not there', ['my-app', ...template, '--kit', 'kit.tgz'], '--kit "kit.tgz"'],
  ['a kit from elsewhere', ['my-app', ...template, '--kit', 'https://a.example/kit.tgz'], '--kit'],
]
for (const [what, args, why] of rejected) {
  test(`exits with 2 and writes nothing: ${what}`, async ({ run, from }) => {
    const { code, said, complaints } = await run(args)
    expect({ code, said }).toEqual({ code: 2, said: '' })
    expect(complaints).toHaveLength(1)
    expect(complaints[0]).toContain(why)
    expect(complaints[0]).not.toContain('\n')
    expect(globSync('*', { cwd: from })).toEqual([])
  })
}

test('leaves a folder with files, a file, and a link to elsewhere as they are', async ({ run, from }) => {
  mkdirSync(join(from, 'full'))
  mkdirSync(join(from, 'elsewhere'))
  writeFileSync(join(from, 'full/.env'), 'kept')
  writeFileSync(join(from, 'file'), 'kept')
  symlinkSync(join(from, 'elsewhere'), join(from, 'link'), 'junction')
  for (const [folder, why] of [
    ['full', "isn't empty."],
    ['file', "isn't a folder."],
    ['link', "isn't a folder."],
  ] as const) {
    const { code, complaints } = await run([folder, ...template])
    expect(code).toBe(2)
    expect(complaints).toEqual([expect.stringContaining(why)])
  }
  expect(filesIn(from)).toEqual(['file', 'full/.env'])
  expect(readAll(join(from, 'full'))).toBe('kept')
})

test('exits with 1 when the folder cannot be made', async ({ run, from }) => {
  writeFileSync(join(from, 'file'), '')
  const { code, complaints } = await run(['file/my-app', ...template])
  expect(code).toBe(1)
  expect(complaints).toEqual([expect.stringContaining("The app can't be written.")])
})

test('prints its usage and its version, and writes nothing', async ({ run, from }) => {
  const help = await run(['my-app', '--help'])
  expect(help).toMatchObject({ code: 0, complaints: [] })
  for (const name of templateNames) expect(help.said).toContain(name)
  expect(await run(['--version'])).toEqual({ code: 0, said: '1.2.3', complaints: [] })
  expect(globSync('*', { cwd: from })).toEqual([])
})

test('has the version of the modal, which an app gets by default', () => {
  const { version } = readManifest(join(packageFolder, 'package.json'))
  expect(version).toBe(readManifest(join(packageFolder, '../../apps/modal/package.json')).version)
})
