/**
 * Files of other builds than the one that a process has: a page that is open since yesterday loads its chunks yet, and while processes are
 * replaced one after the other, each serves the files of what the other one sends. Names hold a hash of what is in a file, so files of many
 * builds are served side by side; documents are always this build's own.
 *
 * On disk, which all processes share, each build has a folder whose name is the hash of its manifest:
 *
 *     <folder>/<SHA-256 of manifest.json, hex>/manifest.json, started, and the files that the manifest lists
 */
import { createHash, randomUUID } from 'node:crypto'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readFiles, type ServedFile } from './readFiles.ts'

/** How long a build is served after a newer one has started, in milliseconds. */
const keptMs = 86_400_000
/** How long what was seen on disk counts, in milliseconds: however much is asked that is nowhere. */
const seenMs = 1_000

/** The files of earlier builds, which open pages may still load. */
export type KeptBuilds = {
  /** Of the build that this process has: the SHA-256 of its manifest, hex. */
  id: string
  /** A file of another build, as its manifest has it; undefined when there is none or no more. */
  find(path: string): Promise<ServedFile | undefined>
}

/** The current build, and where earlier ones are kept. */
export type KeepBuildsOptions = {
  /** What was built, with its `manifest.json`. */
  built: string
  /** Where builds are kept. Without it this process serves its own only. */
  folder?: string | undefined
  /** The files of a manifest: URL path to integrity. Throws for what is no manifest. */
  filesOf(manifest: unknown): Readonly<Record<string, string>>
  /** Ids of builds that must not be served again. */
  revoked?: readonly string[] | undefined
  now?: () => number
}

type Build = { id: string; startedAt: number; files: Readonly<Record<string, string>> }

/**
 * Keeps a copy of what was built for the processes of other builds, before any document of it is sent, and finds theirs. Removes builds that are
 * revoked or were replaced a day ago.
 *
 * Throws when this build is revoked or nothing can be written.
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
      // Whoever changes a manifest must change the name, and so be in no list of builds that were published.
      if (hashOf(manifest) !== name) return []
      const files = filesOf(JSON.parse(manifest))
      parsed.set(name, files)
      return [{ id: name, startedAt, files }]
    } catch {
      // Half removed, or of no use: it has no files.
      return []
    }
  }
  const readAll = async (): Promise<Build[]> => (await Promise.all((await readdir(folder)).map(readBuild))).flat()

  const place = { built, folder, id, files: filesOf(JSON.parse(text)) }
  try {
    await mkdir(folder, { recursive: true })
    await copyBuild(place, now())
    const builds = await readAll()
    // Back to a build of before: from now on it is the newest.
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

/** Whether a newer build first started more than a day ago. */
function isOver({ startedAt }: Build, builds: readonly Build[], now: number): boolean {
  const newer = builds.filter((build) => build.startedAt > startedAt).map((build) => build.startedAt)
  return newer.length > 0 && Math.min(...newer) + keptMs < now
}

/** Written beside it and then put in its place, so that no process ever reads half of it. */
async function noteStart(folder: string, at: number): Promise<void> {
  const temporary = join(folder, `started.${randomUUID()}`)
  await writeFile(temporary, `${at}`)
  await rename(temporary, join(folder, 'started'))
}

/** What processes left that ended while they copied. */
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

/** Does nothing when the build is kept already. Of processes that start together one succeeds. */
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
