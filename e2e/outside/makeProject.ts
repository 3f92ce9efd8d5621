import { cpSync, globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Project } from './rows.ts'
import { run } from './run.ts'

const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Packs a package of the workspace as `npm publish` would. Returns the path of the tarball in `folder`. */
export const packPackage = async (
  path: 'apps/modal' | 'packages/create-app' | 'packages/testing',
  folder: string,
): Promise<string> => {
  const printed = await run('npm', ['pack', '--silent', '--pack-destination', folder], fromHere(`../../${path}`))
  return join(folder, printed.trim().split('\n').at(-1) ?? '')
}

/** Values for the placeholders in templates, which are between percent signs. */
export type Facts = Readonly<Record<'FRAME_URL' | 'API_URL' | 'CHAIN_URL' | 'MESSAGE', string>>

/** Returns a text with its placeholders filled in. */
export const fill = (text: string, facts: Facts): string =>
  Object.entries(facts).reduce((filled, [name, value]) => filled.replaceAll(`%${name}%`, value), text)

/** The tools that make projects: the tarball of the modal, and the installed command create-latchkey-app. */
export type Kit = { modal: string; create: string }

/** Packs the modal, and create-latchkey-app, which is installed from its tarball in `folder`. */
export const packKit = async (folder: string): Promise<Kit> => {
  const modal = await packPackage('apps/modal', folder)
  const create = await packPackage('packages/create-app', folder)
  await run('npm', ['install', '--prefix', folder, '--no-audit', '--no-fund', create], folder)
  return { modal, create: join(folder, 'node_modules/.bin/create-latchkey-app') }
}

type AppManifest = Partial<Record<'dependencies' | 'devDependencies', Record<string, string>>>

/** Changes the versions of a created app's packages. */
const changeVersions = (folder: string, versions: Readonly<Record<string, string>>): void => {
  const path = join(folder, 'package.json')
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as AppManifest
  const changed = (['dependencies', 'devDependencies'] as const).map((field) => [
    field,
    Object.fromEntries(
      Object.entries(manifest[field] ?? {}).map(([name, version]) => [name, versions[name] ?? version]),
    ),
  ])
  writeFileSync(path, JSON.stringify({ ...manifest, ...Object.fromEntries(changed) }, null, 2))
}

/**
 * Makes a project outside the workspace: creates the app, or copies its template, installs the modal's tarball with npm, and builds.
 * Returns its folder, inside a folder of its own.
 */
export const makeProject = async (project: Project, facts: Facts, kit: Kit): Promise<string> => {
  const { created, template, without, dependencies = {}, overrides = {}, build } = project
  const parent = mkdtempSync(join(tmpdir(), 'latchkey-outside-'))
  const folder = join(parent, 'outside')
  if (created !== undefined) {
    const addresses = ['--frame-url', facts.FRAME_URL, '--api-url', facts.API_URL]
    await run(kit.create, ['outside', '--template', created, ...addresses, '--kit', kit.modal], parent)
    changeVersions(folder, dependencies)
  }
  if (template !== undefined) {
    const source = fromHere(`templates/${template}`)
    cpSync(source, folder, { recursive: true })
    for (const entry of globSync('**/*', { cwd: source, withFileTypes: true })) {
      const path = join(folder, relative(source, entry.parentPath), entry.name)
      if (entry.isFile()) writeFileSync(path, fill(readFileSync(path, 'utf8'), facts))
    }
  }
  if (created === undefined) {
    const all = { ...dependencies, ...(without === undefined ? { '@latchkey/modal': `file:${kit.modal}` } : {}) }
    const manifest = { name: 'outside', version: '1.0.0', private: true, type: 'module', dependencies: all, overrides }
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest, null, 2))
  }
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  for (const [command = '', ...args] of build)
    await run(command === 'npm' ? command : join(folder, 'node_modules/.bin', command), args, folder)
  return folder
}
