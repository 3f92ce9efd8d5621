/**
 * Rehearses a release: `npm run release -- --dry-run`
 *
 * Packs every package that we publish, as npm does, checks the tarballs, installs them into projects outside the workspace, and loads every
 * entry with the oldest Node that we support. Exits with 1 when a check fails. Publishes nothing.
 */
import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { formatTable } from './formatTable.ts'
import { findFaults } from './packages/findFaults.ts'
import type { Manifest } from './packages/publishedManifest.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'latchkey-release-'))
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** The oldest version that our packages' `engines` allow. Unlike later ones, it can't load ES modules by `require`. */
const oldestNode = '20.0.0'

const execute = promisify(execFile)

/** A developer's environment: nothing of the npm that runs us. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(npm_|pnpm_|NODE_OPTIONS$)/i.test(name)),
)

/** Runs a command and returns its standard output. Throws an `Error` with all its output when it fails. */
const run = async (command: string, args: readonly string[], folder: string): Promise<string> => {
  try {
    const { stdout } = await execute(command, [...args], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
    return stdout
  } catch (cause) {
    const { stdout = '', stderr = '' } = cause as { stdout?: string; stderr?: string }
    throw new Error(`${command} ${args.join(' ')} failed\n${stdout}${stderr}`.trim(), { cause })
  }
}

const readManifest = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest

type Packed = { folder: string; name: string; version: string; tarball: string; files: string[]; bytes: number }

const pack = async (folder: string): Promise<Packed> => {
  const printed = await run('npm', ['pack', '--json', '--pack-destination', scratch], folder)
  type Result = { name: string; version: string; filename: string; size: number; files: { path: string }[] }
  const [result] = JSON.parse(printed) as [Result]
  const { name, version, filename, size, files } = result
  return { folder, name, version, tarball: join(scratch, filename), files: files.map(({ path }) => path), bytes: size }
}

/** Makes a project outside the workspace with these dependencies, and returns its folder. */
const install = async (dependencies: Readonly<Record<string, string>>): Promise<string> => {
  const folder = mkdtempSync(join(scratch, 'project-'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'outside', private: true, dependencies }))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], folder)
  return folder
}

const countInstalled = (project: string): number => {
  const lock = readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8')
  return Object.keys((JSON.parse(lock) as { packages: object }).packages).length
}

const fileOf = ({ tarball }: Packed): string => `file:${tarball}`

/** The versions of peers that our own tests use. */
const peersOf = ({ folder }: Packed): Record<string, string> => {
  const { peerDependencies = {}, devDependencies = {} } = readManifest(folder)
  return Object.fromEntries(
    Object.entries(peerDependencies).map(([name, range]) => [name, devDependencies[name] ?? range]),
  )
}

/** Returns the scripts that load an entry each way that the manifest offers. */
const loadersOf = ({ name, exports, bin }: Manifest): [what: string, args: string[]][] => [
  ...Object.entries((exports ?? {}) as Record<string, unknown>).flatMap(([entry, target]): [string, string[]][] => {
    if (entry === './package.json') return []
    const specifier = name + entry.slice(1)
    const isDual = typeof target === 'object' && target !== null && 'require' in target
    const imports = ['--input-type=module', '--eval', `await import('${specifier}')`]
    return [
      [`import '${specifier}'`, imports],
      ...(isDual ? [[`require('${specifier}')`, ['--eval', `require('${specifier}')`]] as [string, string[]]] : []),
    ]
  }),
  ...Object.keys((bin ?? {}) as Record<string, string>).map((command): [string, string[]] => [
    `${command} --help`,
    [join('node_modules/.bin', command), '--help'],
  ]),
]

const isEsmOnly = ({ exports }: Manifest): boolean => !JSON.stringify(exports ?? {}).includes('"require"')

/** Runs checks one after the other and returns the messages of those that fail. */
const collectFailures = async (checks: readonly (() => Promise<unknown>)[]): Promise<string[]> => {
  const failures: string[] = []
  for (const check of checks) {
    try {
      await check()
    } catch (error) {
      failures.push((error as Error).message)
    }
  }
  return failures
}

const rehearse = async (): Promise<string[]> => {
  const folders = globSync('{apps,packages}/*/package.json', { cwd: root })
    .map((path) => join(root, path, '..'))
    .filter((folder) => !readManifest(folder).private)
    .toSorted()
  const packages: Packed[] = []
  for (const folder of folders) {
    console.log(`Packing ${readManifest(folder).name}`)
    packages.push(await pack(folder))
  }

  console.log('Installing each package in a project of its own, then all of them with their peers')
  const counts: number[] = []
  for (const one of packages) counts.push(countInstalled(await install({ [one.name]: fileOf(one) })))
  const all = await install(Object.assign({}, ...packages.map((one) => ({ ...peersOf(one), [one.name]: fileOf(one) }))))
  const nodePackage = `node-${process.platform}-${process.arch}`
  const node = join(await install({ [nodePackage]: oldestNode }), 'node_modules', nodePackage, 'bin/node')

  console.log(`Checking the tarballs, and loading every entry with Node ${oldestNode}`)
  const bin = (command: string): string => join(root, 'node_modules/.bin', command)
  const failures: string[] = []
  for (const one of packages) {
    const installed = join(all, 'node_modules', one.name)
    const manifest = readManifest(installed)
    const changelog = readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')
    failures.push(...findFaults({ manifest, files: one.files, changelog }))
    const profile = isEsmOnly(manifest) ? 'esm-only' : 'node16'
    const typed = ['--profile', profile]
    failures.push(
      ...(await collectFailures([
        () => run(bin('publint'), ['run', one.tarball, '--strict'], root),
        ...(manifest.exports === undefined
          ? []
          : [() => run(bin('attw'), [one.tarball, '--format', 'ascii', '--no-emoji', ...typed], root)]),
        ...loadersOf(manifest).map(([what, args]) => async () => {
          const thrown = await run(node, args, all).catch((error: Error) => error)
          if (thrown instanceof Error) throw new Error(`Node ${oldestNode} can't run ${what}\n${thrown.message}`)
        }),
      ])),
    )
  }
  const rows = packages.map(({ name, version, files, bytes }, index) => [
    name,
    version,
    String(files.length),
    `${(bytes / 1000).toFixed(1)} KB`,
    String(counts[index]),
  ])
  console.log(`\n${formatTable([['package', 'version', 'files', 'packed', 'packages installed'], ...rows])}`)
  return failures
}

const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } })
if (!values['dry-run']) {
  console.error(
    "Nothing was published: the names of the packages aren't claimed on the registry yet. Check them with npm run release -- --dry-run",
  )
  process.exitCode = 1
} else {
  const failures = await rehearse()
  for (const failure of failures) console.error(`\n${failure}`)
  console.log(failures.length === 0 ? '\nEvery package can be published' : `\n${failures.length} checks failed`)
  if (failures.length > 0) process.exitCode = 1
}
