import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** The modules of other workspaces whose types the published ones may name: those that need no package themselves. */
const shared: Readonly<Record<string, string>> = {
  '@latchkey/protocol/loginProviders': 'packages/protocol/src/loginProviders.d.ts',
  '@latchkey/protocol/theme': 'packages/protocol/src/theme.d.ts',
  '@latchkey/chains': 'packages/chains/src/caip/caip2.d.ts',
  '@latchkey/copy/siteTexts': 'packages/copy/generated/siteTexts.d.ts',
}

/** Packages that an app has itself, and whose types stay imports: the peers of the published package. */
const peersOf = async (root: string): Promise<ReadonlySet<string>> => {
  const { peerDependencies = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    peerDependencies?: Record<string, string>
  }
  return new Set(Object.keys(peerDependencies))
}

/** Resolves a specifier among the emitted files; undefined for one of another package. */
const resolveIn = (house: string, from: string, specifier: string): string | undefined => {
  const known = Object.hasOwn(shared, specifier) ? shared[specifier] : undefined
  if (known !== undefined) return join(house, known)
  return specifier.startsWith('.') ? join(dirname(from), specifier.replace(/\.tsx?$/, '.d.ts')) : undefined
}

/**
 * Writes the types of the package's entries to `outDir`: only reachable ones, with the modules of other workspaces that they need. Throws
 * when an entry reaches a package that is neither published nor a peer.
 */
export const emitTypes = async (root: string, entries: readonly string[], outDir: string): Promise<void> => {
  const house = join(root, '../..')
  const emitted = await mkdtemp(join(tmpdir(), 'latchkey-types-'))
  try {
    const tsc = join(house, 'node_modules/typescript/bin/tsc')
    await run(process.execPath, [
      tsc,
      '--project',
      join(root, 'tsconfig.types.json'),
      '--noEmit',
      'false',
      '--emitDeclarationOnly',
      '--outDir',
      emitted,
      '--rootDir',
      house,
    ])
    const outputOf = (file: string): string =>
      join(
        outDir,
        relative(emitted, file)
          .replace(/^apps\/modal\/src\//, '')
          .replace(/^packages\/(\w+)\/(?:src|generated)\//, '$1/'),
      )
    const queue = entries.map((entry) => join(emitted, 'apps/modal', entry.replace(/\.ts$/, '.d.ts')))
    const peers = await peersOf(root)
    for (const file of queue) {
      const text = await readFile(file, 'utf8')
      const rewritten = text.replace(/(?<=from ')[^']+(?=')/g, (specifier) => {
        if (peers.has(specifier)) return specifier
        const target = resolveIn(emitted, file, specifier)
        if (target === undefined) throw new Error(`The types of ${relative(emitted, file)} need ${specifier}`)
        if (!queue.includes(target)) queue.push(target)
        const path = relative(dirname(outputOf(file)), outputOf(target)).replace(/\.d\.ts$/, '.js')
        return path.startsWith('.') ? path : `./${path}`
      })
      await mkdir(dirname(outputOf(file)), { recursive: true })
      await writeFile(outputOf(file), rewritten)
    }
  } finally {
    await rm(emitted, { recursive: true, force: true })
  }
}
