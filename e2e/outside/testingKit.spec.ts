/** The packed test kit in Playwright projects outside the workspace, against the demo of a local stack. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startStack, takePortBase } from '@latchkey/local'
import { expect, test } from '@playwright/test'
import { chromiumLaunch } from '../../scripts/chromiumLaunch.ts'
import { packPackage } from './makeProject.ts'
import { run } from './run.ts'

const template = fileURLToPath(new URL('templates/playwright', import.meta.url))

/** The oldest Node that supports Playwright's own runner. Unlike later ones, it can't load ES modules by `require`. */
const node = { name: `node-${process.platform}-${process.arch}`, version: '20.9.0' }

const owned = new AsyncDisposableStack()
let [scratch, tarball, env] = ['', '', {}]

test.beforeAll(async () => {
  scratch = owned.adopt(mkdtempSync(join(tmpdir(), 'latchkey-outside-')), (path) =>
    rmSync(path, { recursive: true, force: true }),
  )
  tarball = await packPackage('packages/testing', scratch)
  const { portBase } = owned.adopt(await takePortBase(), ({ release }) => release())
  const parts = ['chainA', 'inbox', 'api', 'frame', 'demo'] as const
  const { urls } = owned.adopt(await startStack({ portBase, dataFolder: join(scratch, 'stack'), parts }), (stack) =>
    stack.close(),
  )
  env = { DAPP_URL: urls.demo, MAILBOX_URL: urls.inbox, CHROMIUM: chromiumLaunch.executablePath }
})
test.afterAll(() => owned.disposeAsync())

for (const [kind, fields] of [
  ['CommonJS', {}],
  ['ES modules', { type: 'module' }],
] as const) {
  test(`a Playwright project of ${kind} approves and rejects with the packed kit`, { tag: '@extended' }, async () => {
    const folder = mkdtempSync(join(scratch, 'project-'))
    cpSync(template, folder, { recursive: true })
    const devDependencies = {
      '@latchkey/testing': `file:${tarball}`,
      '@playwright/test': '1.65.1',
      [node.name]: node.version,
    }
    const manifest = { name: 'outside', private: true, ...fields, devDependencies }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
    expect(readdirSync(join(folder, 'node_modules/@latchkey'))).toEqual(['testing'])

    const bin = join(folder, 'node_modules', node.name, 'bin')
    const cli = join(folder, 'node_modules/@playwright/test/cli.js')
    // Its workers are started with the first Node on the path.
    const printed = await run(join(bin, 'node'), [cli, 'test'], folder, {
      ...env,
      PATH: `${bin}:${process.env.PATH}`,
    })
    expect(printed).toContain('2 passed')
  })
}
