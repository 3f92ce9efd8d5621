import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project } from './rows.ts'
import { run } from './run.ts'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Packs a package of the workspace as `npm publish` would. Returns the path of the tarball in `folder`. */
export const packPackage = async (path: 'apps/modal' | 'packages/testing', folder: string): Promise<string> => {
  const printed = await run('npm', ['pack', '--silent', '--pack-destination', folder], fromHere(`../../${path}`))
  return join(folder, printed.trim().split('\n').at(-1) ?? '')
}

/** Values by the name that templates have between percent signs. */
export type Facts = Readonly<Record<'FRAME_URL' | 'API_URL' | 'CHAIN_URL' | 'MESSAGE', string>>

/** Returns a text with the facts in place. */
export const fill = (text: string, facts: Facts): string =>
  Object.entries(facts).reduce((filled, [name, value]) => filled.replaceAll(`%${name}%`, value), text)

/** Makes a project outside the workspace: copies its template, installs the tarball with npm, and builds. Returns its folder. */
export const makeProject = async (project: Project, facts: Facts, tarball: string): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-outside-'))
  cpSync(fromHere(`templates/${project.template}`), folder, { recursive: true })
  for (const entry of globSync('**/*', { cwd: folder, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) writeFileSync(path, fill(readFileSync(path, 'utf8'), facts))
  }
  const dependencies = { ...project.dependencies, '@latchkey/modal': `file:${tarball}` }
  const manifest = { name: 'outside', version: '1.0.0', private: true, type: 'module', dependencies }
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  for (const [command = '', ...args] of project.build)
    await run(join(folder, 'node_modules/.bin', command), args, folder)
  return folder
}
