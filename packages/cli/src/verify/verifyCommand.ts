import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { walletProjectId } from '@latchkey/api-client'
import { type Command, UsageError } from '../Command.ts'
import { type Ask, createAsk, describeFailure } from '../deployment/ask.ts'
import type { AreaFindings } from '../deployment/Finding.ts'
import { countOutcomes, formatArea, formatCounts } from '../deployment/formatFindings.ts'
import { readWallet } from '../readOrigin.ts'
import { isSignedBy, readFrameManifest } from './frameManifest.ts'
import { verify } from './verify.ts'

const usage = `Usage: latchkey verify <wallet url> --manifest <file or url> --key <file> [options]

Compares every document and file that a deployment serves from the origins of wallet and vault, with their headers, with the manifest of
a release: as two different clients. It changes nothing.

  --manifest <file or url>  the release's frame-manifest.json; its signature is beside it, with .sig at the end
  --key <file>              the public key that releases are signed with, PEM
  --unsigned                instead of --key: for a manifest that you have built yourself
  --project <id>            a project whose pages embed the wallet (the wallet's own)
  --json                    print one JSON document instead of lines
  --help                    print this

Exits with 0 when all is as in the manifest, 1 when something differs, 2 when the command line is wrong. NODE_EXTRA_CA_CERTS=<file>
names a certificate authority of your own.`

const desktop = createAsk({
  checksCertificates: true,
  headers: {
    'accept-encoding': 'gzip, br',
    'accept-language': 'en-US,en;q=0.9',
    'sec-ch-ua': '"Chromium";v="141", "Google Chrome";v="141", "Not?A_Brand";v="8"',
    'sec-ch-ua-mobile': '?0',
    'sec-ch-ua-platform': '"Windows"',
    'user-agent':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  },
})
const phone = createAsk({
  checksCertificates: true,
  headers: {
    'accept-encoding': 'identity',
    'accept-language': 'de-DE',
    'user-agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  },
})
/** They look like users of different browsers: a server that targets one of them must be able to distinguish them. */
const clients: Readonly<Record<string, Ask>> = { 'Chrome on a desktop': desktop, 'Safari on a phone': phone }

/** Reads a file or URL. Throws UsageError, which contains the purpose. */
const read = async (place: string, purpose: string): Promise<Uint8Array> => {
  try {
    if (!/^https?:\/\//.test(place)) return await readFile(place)
    const answer = await desktop(place)
    if (answer.status !== 200) throw new Error(`it is answered with ${answer.status}`)
    return answer.body
  } catch (error) {
    throw new UsageError(`${purpose} ${place} can't be read: ${describeFailure(error)}.`)
  }
}

const readSigned = async (place: string, keyFile: string | undefined) => {
  const bytes = await read(place, 'The manifest')
  if (keyFile !== undefined) {
    const key = Buffer.from(await read(keyFile, 'The key')).toString('utf8')
    const signature = Buffer.from(await read(`${place}.sig`, 'The signature')).toString('utf8')
    let isSigned: boolean
    try {
      isSigned = isSignedBy(bytes, signature, key)
    } catch {
      throw new UsageError(`${keyFile} is no public key of Ed25519 in PEM.`)
    }
    if (!isSigned) throw new UsageError(`${place}.sig is no signature of the manifest by the key in ${keyFile}.`)
  }
  try {
    return readFrameManifest(bytes)
  } catch (error) {
    throw new UsageError(`${place} can't be used: ${describeFailure(error)}.`)
  }
}

/** `latchkey verify`: compares every file of a deployment with a release's manifest. */
export const verifyCommand: Command = {
  usage,
  async run(args, { say }) {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        manifest: { type: 'string' },
        key: { type: 'string' },
        unsigned: { type: 'boolean', default: false },
        project: { type: 'string', default: walletProjectId },
        json: { type: 'boolean', default: false },
      },
    })
    const walletOrigin = readWallet(positionals)
    if (values.manifest === undefined) throw new UsageError('--manifest is missing.')
    if ((values.key === undefined) !== values.unsigned)
      throw new UsageError(
        'Name either the --key that releases are signed with, or say that the manifest is --unsigned.',
      )
    const manifest = await readSigned(values.manifest, values.key)
    const areas: AreaFindings[] = []
    for await (const area of verify({ walletOrigin, projectId: values.project, manifest, clients })) {
      areas.push(area)
      if (!values.json) for (const line of formatArea(area)) say(line)
    }
    const counts = countOutcomes(areas)
    if (values.json) say(JSON.stringify({ wallet: walletOrigin, version: manifest.version, counts, areas }, null, 2))
    else say(`Compared with ${manifest.version}${values.unsigned ? ', unsigned' : ''}: ${formatCounts(counts)}`)
    return counts.fault > 0 ? 1 : 0
  },
}
