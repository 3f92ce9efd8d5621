/**
 * `node infra/deploy/pinImages.ts [folder]`: adds the digest of each image to its version in the Dockerfile and the compose file of a
 * clone, so that a registry cannot substitute another image. Docker looks the digests up, in the registry as it is now.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const files = ['infra/deploy/Dockerfile', 'infra/docker-compose.yml']
/** A third-party image with its version, and its digest if present. Ours have no version. */
const reference = /(?<=^FROM |^ *image: )([a-z/]+:v?\d[\w.-]*)(?:@sha256:[0-9a-f]{64})?/gm

const folder = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url))
const digests = new Map<string, string>()
const digestOf = (image: string): string => {
  const known = digests.get(image)
  if (known !== undefined) return known
  const words = ['buildx', 'imagetools', 'inspect', image, '--format', '{{.Manifest.Digest}}']
  const digest = execFileSync('docker', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim()
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) throw new Error(`Docker names no digest of ${image}, but ${digest}`)
  digests.set(image, digest)
  process.stdout.write(`${image}@${digest}\n`)
  return digest
}

// All digests first: either every image is pinned, or none.
const pinned = files.map((file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  return { file, text: text.replace(reference, (_, image: string) => `${image}@${digestOf(image)}`) }
})
for (const { file, text } of pinned) writeFileSync(join(folder, file), text)
