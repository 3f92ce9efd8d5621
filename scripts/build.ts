/**
 * Builds what `npm start` serves: `node scripts/build.ts`
 *
 * Each app has a `build.ts` that exports `build()` and writes `dist/`; names after the script build only these. An app is rebuilt only when
 * one of its inputs or outputs has changed since the last build.
 */
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** In build order. */
export const builtApps = ['modal', 'vault', 'secure-frame', 'demo', 'site'] as const
export type BuiltApp = (typeof builtApps)[number]

const house = fileURLToPath(new URL('..', import.meta.url))

const folderOf = (app: BuiltApp): string => (app === 'site' ? 'docs/site' : `apps/${app}`)

const isTest = (path: string): boolean => /[.](test|spec|fixture)[.]tsx?$/.test(path)

const filesIn = (root: string, folder: string): string[] =>
  globSync('**/*', { cwd: join(root, folder), withFileTypes: true, exclude: ({ name }) => name === 'node_modules' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const workspaceDependencies = (root: string, folder: string): string[] => {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>
  }
  return Object.entries(manifest.dependencies ?? {}).flatMap(([name, version]) => {
    if (!version.startsWith('workspace:')) return []
    const short = name.replace('@latchkey/', '')
    return ['packages', 'apps'].map((parent) => `${parent}/${short}`).filter((path) => existsSync(join(root, path)))
  })
}

/** Returns an app's folder and those of the workspace packages it needs, directly or not. */
const inputFolders = (root: string, app: BuiltApp): string[] => {
  const found = new Set<string>([folderOf(app)])
  for (const folder of found) for (const needed of workspaceDependencies(root, folder)) found.add(needed)
  return [...found]
}

const hashFiles = (paths: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const path of paths.toSorted()) hash.update(`${path}\0`).update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

/** A build script's exports. */
type AppBuild = {
  build: (options: { development: boolean }) => Promise<void>
  /** All inputs of the build, if they differ from the app's folder and packages. */
  readInputs?: () => readonly string[]
}

/** Hashes a build's inputs: sources of the app and its packages without tests, installed versions, settings, this script. */
const hashInputs = (root: string, app: BuiltApp, { readInputs }: AppBuild): string => {
  if (readInputs !== undefined) {
    const hash = createHash('sha256')
    for (const text of readInputs()) hash.update(text).update('\0')
    return hash.digest('hex')
  }
  const sources = inputFolders(root, app).flatMap((folder) => filesIn(root, folder))
  const settings = [
    'pnpm-lock.yaml',
    'tsconfig.base.json',
    'tsconfig.json',
    'scripts/build.ts',
    'scripts/sizes.ts',
  ].map((path) => join(root, path))
  const isOutput = (path: string): boolean => path.slice(root.length).replaceAll('\\', '/').split('/').includes('dist')
  return hashFiles([
    ...sources.filter((path) => !isTest(path) && !isOutput(path)),
    ...settings.filter((path) => existsSync(path)),
  ])
}

const hashOutputs = (root: string, app: BuiltApp): string => hashFiles(filesIn(root, `${folderOf(app)}/dist`))

/** Vite's build sets NODE_ENV to production and leaves it: a dev server in this process would then serve production code. */
const withoutChangedMode = async (build: () => Promise<void>): Promise<void> => {
  const { NODE_ENV: before } = process.env
  try {
    await build()
  } finally {
    if (before === undefined) delete process.env.NODE_ENV
    else process.env.NODE_ENV = before
  }
}

export type BuildOptions = {
  /** Receives one line about each app. */
  log: (line: string) => void
  /** All of them by default. */
  apps?: readonly BuiltApp[]
  /** For `npm run dev`: includes development aids. */
  development?: boolean
  /** Root of the repository. */
  root?: string
}

/**
 * Builds the apps that need it, in order, and resolves with those that were built.
 *
 * Throws what an app's build throws; a failed build is not recorded.
 */
export const buildApps = async ({
  log,
  apps = builtApps,
  development = false,
  root = house,
}: BuildOptions): Promise<BuiltApp[]> => {
  const stamps = join(root, 'node_modules', '.cache', 'latchkey')
  const built: BuiltApp[] = []
  for (const app of apps) {
    const script = join(root, folderOf(app), 'build.ts')
    const appBuild = (await import(pathToFileURL(script).href)) as AppBuild
    const stamp = join(stamps, `build-${app}`)
    const inputs = `${hashInputs(root, app, appBuild)}${development ? ' development' : ''}`
    const remembered = existsSync(stamp) ? readFileSync(stamp, 'utf8') : ''
    if (existsSync(join(root, folderOf(app), 'dist')) && remembered === `${inputs} ${hashOutputs(root, app)}`) {
      log(`${app} is up to date`)
      continue
    }
    const started = performance.now()
    await withoutChangedMode(() => appBuild.build({ development }))
    mkdirSync(stamps, { recursive: true })
    writeFileSync(stamp, `${inputs} ${hashOutputs(root, app)}`)
    log(`${app} built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    built.push(app)
  }
  return built
}

if (import.meta.main) {
  const named = builtApps.filter((app) => process.argv.includes(app))
  await buildApps({ log: (line) => console.log(line), ...(named.length > 0 && { apps: named }) })
}
