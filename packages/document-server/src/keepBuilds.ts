/**
 * Serves files of other builds than the process's own: a page that was opened yesterday still loads its chunks, and during a rolling
 * update, each process serves the other build's files too. File names contain a content hash, so files of many builds can be served side by
 * side; documents are always this build's.
 *
 * On disk, which all processes share, each build has a folder whose name is the hash of its manifest:
 *
 *     <folder>/<SHA-256 of manifest.json, hex>/manifest.json, started, and the files that the manifest lists
 */
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFiles, type ServedFile } from './readFiles.ts'

/** Time for which a build is served after a newer one has started, in milliseconds. */
const keptMs = 86_400_000
/** How long the list of builds on disk is cached, in milliseconds, however many requests are for missing files. */
const seenMs = 1_000

/** The files of earlier builds, which open pages may still load. */
export type KeptBuilds = {
  /** The id of this process's build: the SHA-256 of its manifest, hex. */
  id: string
  /** Returns a file of another build from its manifest; undefined if there is none, or no longer. */
  find(path: string): Promise<ServedFile | undefined>
}

/** The current build, and where earlier ones are kept. */
export type KeepBuildsOptions = {
  /** The built files, with their `manifest.json`. */
  built: string
  /** Where builds are stored. Without it this process serves only its own. */
  folder?: string | undefined
  /** Returns the files of a manifest: URL path to integrity. Throws for an invalid manifest. */
  filesOf(manifest: unknown): Readonly<Record<string, string>>
  /** Ids of builds that must not be served again. */
  revoked?: readonly string[] | undefined
  now?: () => number
}

type Build = { id: string; startedAt: number; files: Readonly<Record<string, string>> }

/**
 * Stores a copy of this build for processes of other builds, before any of its documents is sent, and finds theirs. Removes builds that are
 * revoked or were replaced a day ago.
 *
 * Throws when this build is revoked or can't be written.
 */
export async function keepBuilds(options: KeepBuildsOptions): Promise<KeptBuilds> {
  const { built, folder, filesOf, revoked = [], now = Date.now } = options
  const text = await readFile(join(built, 'manifest.json'), 'utf8')
  const id = hashOf(text)
  if (revoked.includes(id)) throw new Error(`The build ${id} is revoked: REVOKED_BUILDS lists it`)
  if (folder === undefined) return { id, find: async () => undefined }

  const parsed = new Map<string, Build['files']>()
  const readBuild = async (name: string): Promise<Build[]> => {
    if (!/^[0-9a-f]{64}$/.test(name)) return []
    try {
      const startedAt = Number(await readFile(join(folder, name, 'started'), 'utf8'))
      const known = parsed.get(name)
      if (known !== undefined) return [{ id: name, startedAt, files: known }]
      const manifest = await readFile(join(folder, name, 'manifest.json'), 'utf8')
      // Changing a manifest changes its name, so that it is no longer in a list of published builds.
      if (hashOf(manifest) !== name) return []
      const files = filesOf(JSON.parse(manifest))
      parsed.set(name, files)
      return [{ id: name, startedAt, files }]
    } catch {
      // Partly removed, or without files.
      return []
    }
  }
  const readAll = async (): Promise<Build[]> => (await Promise.all((await readdir(folder)).map(readBuild))).flat()

  const place = { built, folder, id, files: filesOf(JSON.parse(text)) }
  try {
    await mkdir(folder, { recursive: true })
    await copyBuild(place, now())
    const builds = await readAll()
    // A rollback to an earlier build makes it the newest.
    const own = builds.find((build) => build.id === id)
    if (builds.some(({ startedAt }) => startedAt > (own?.startedAt ?? 0))) await noteStart(join(folder, id), now())
    const current = await readAll()
    for (const build of current)
      if (build.id !== id && (revoked.includes(build.id) || isOver(build, current, now())))
        await rm(join(folder, build.id), { recursive: true, force: true })
    await removeHalves(folder)
  } catch (cause) {
    throw new Error(`PREVIOUS_BUILDS: ${folder} cannot be used (${(cause as NodeJS.ErrnoException).code ?? cause})`, {
      cause,
    })
  }

  let seen: { at: number; builds: Promise<Build[]> } | null = null
  const others = (): Promise<Build[]> => {
    if (seen === null || now() >= seen.at + seenMs) seen = { at: now(), builds: readAll() }
    return seen.builds
  }
  const loaded = new Map<string, Promise<ServedFile | undefined>>()
  const load = (build: Build, path: string): Promise<ServedFile | undefined> => {
    const key = `${build.id} ${path}`
    const known = loaded.get(key)
    if (known !== undefined) return known
    const file = readFiles(join(folder, build.id), { [path]: build.files[path] ?? '' }).then(
      (read) => read.get(path),
      () => undefined,
    )
    loaded.set(key, file)
    return file
  }
  return {
    id,
    async find(path) {
      const builds = await others()
      const having = builds
        .filter((build) => build.id !== id && !revoked.includes(build.id) && !isOver(build, builds, now()))
        .filter(({ files }) => Object.hasOwn(files, path))
        .toSorted((one, other) => other.startedAt - one.startedAt)
      for (const build of having) {
        const file = await load(build, path)
        if (file !== undefined) return file
      }
      return undefined
    },
  }
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns whether a newer build first started more than a day ago. */
function isOver({ startedAt }: Build, builds: readonly Build[], now: number): boolean {
  const newer = builds.filter((build) => build.startedAt > startedAt).map((build) => build.startedAt)
  return newer.length > 0 && Math.min(...newer) + keptMs < now
}

/** Written to a temporary file and then renamed, so that no process reads a partial file. */
async function noteStart(folder: string, at: number): Promise<void> {
  const temporary = join(folder, `started.${randomUUID()}`)
  await writeFile(temporary, `${at}`)
  await rename(temporary, join(folder, 'started'))
}

/** Removes the partial copies of processes that ended while copying. */
async function removeHalves(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith('.')) continue
    const isOld = await stat(join(folder, name)).then(
      ({ mtimeMs }) => mtimeMs < Date.now() - 3_600_000,
      () => false,
    )
    if (isOld) await rm(join(folder, name), { recursive: true, force: true })
  }
}

type Place = { built: string; folder: string; id: string; files: Readonly<Record<string, string>> }

/** Does nothing when the build is already stored. Of processes that start together one succeeds. */
async function copyBuild({ built, folder, id, files }: Place, now: number): Promise<void> {
  const kept = (await readdir(folder)).includes(id)
  if (kept) return
  const temporary = join(folder, `.${randomUUID()}`)
  for (const path of ['/manifest.json', ...Object.keys(files)]) {
    await mkdir(dirname(join(temporary, path)), { recursive: true })
    await copyFile(join(built, path), join(temporary, path))
  }
  await noteStart(temporary, now)
  try {
    await rename(temporary, join(folder, id))
  } catch (error) {
    await rm(temporary, { recursive: true, force: true })
    if (!(await readdir(folder)).includes(id)) throw error
  }
}
