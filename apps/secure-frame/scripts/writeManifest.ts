/**
 * Writes the frame manifest of this source: `npm run frame-manifest -- --out frame-manifest.json [--sign key.pem]`
 *
 * Builds wallet and vault, and lists everything that their servers send. Two builds of the same source have the same bytes.
 * With a private key (Ed25519, PEM) it writes the signature beside it, `frame-manifest.json.sig`. `latchkey verify` reads both.
 */
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { buildApps } from '../../../scripts/build.ts'

/** Exits with 2, as for any command line that can't be run. */
const refuse = (reason: string): never => {
  process.stderr.write(`${reason}\n`)
  process.exit(2)
}

const readKey = (file: string) => {
  try {
    const key = createPrivateKey(readFileSync(file))
    if (key.asymmetricKeyType === 'ed25519') return key
  } catch {
    // Reported below.
  }
  return refuse(`${file} holds no private key of Ed25519: openssl genpkey -algorithm ed25519 -out ${file} makes one.`)
}

const readOptions = () => {
  try {
    return parseArgs({ options: { out: { type: 'string' }, sign: { type: 'string' } } }).values
  } catch (error) {
    return refuse((error as Error).message)
  }
}

const { out = refuse('Name the file to write: --out frame-manifest.json'), sign: keyFile } = readOptions()
const key = keyFile === undefined ? undefined : readKey(keyFile)

await buildApps({ apps: ['vault', 'secure-frame'], log: (line) => process.stdout.write(`${line}\n`) })
const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}
// It reads words that a build may have just compiled.
const { describeBuiltFrame } = await import('../server/index.ts')
const manifest = Buffer.from(`${JSON.stringify(await describeBuiltFrame({ version }), null, 2)}\n`)
writeFileSync(out, manifest)
if (key !== undefined) writeFileSync(`${out}.sig`, `${sign(null, manifest, key).toString('base64')}\n`)
process.stdout.write(`${out}: sha256 ${createHash('sha256').update(manifest).digest('hex')}\n`)
