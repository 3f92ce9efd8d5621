import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A built file in memory, ready to send. */
export type ServedFile = {
  contentType: string
  /** Bodies by content encoding. */
  bodies: Readonly<Record<'identity' | 'gzip' | 'br', Uint8Array<ArrayBuffer>>>
}

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.wasm': 'application/wasm',
}

/** Returns the hash of a file in the form of subresource integrity and CSP. */
export const integrityOf = (content: string | Uint8Array): string =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`

const compress = { gzip: promisify(gzip), brotli: promisify(brotliCompress) }

const own = (buffer: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(buffer)

/** Reads the `manifest.json` of a build. Throws when `app` isn't built. */
export const readManifest = async (folder: string, app: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
  } catch (cause) {
    throw new Error(`The wallet is not built: run the build of apps/${app} first`, { cause })
  }
}

/**
 * Reads the files of a manifest: URL path to integrity. Throws when one is missing, changed, or of a type that is never served: a server
 * with an incomplete wallet must not start.
 */
export const readFiles = async (
  folder: string,
  files: Readonly<Record<string, string>>,
): Promise<ReadonlyMap<string, ServedFile>> => {
  const served = new Map<string, ServedFile>()
  await Promise.all(
    Object.entries(files).map(async ([path, integrity]) => {
      const content = await readFile(join(folder, path))
      if (integrityOf(content) !== integrity) throw new Error(`${path} is not the file that was built`)
      const contentType = contentTypes[extname(path)]
      if (contentType === undefined) throw new Error(`${path} has a type that is not served`)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      const [zipped, brotli] = await Promise.all([
        compress.gzip(content, { level: 9 }),
        compress.brotli(content, { params }),
      ])
      served.set(path, {
        contentType,
        bodies: { identity: own(content), gzip: own(zipped), br: own(brotli) },
      })
    }),
  )
  return served
}
