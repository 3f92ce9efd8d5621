import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader, SourceRow } from '../sourceRow.ts'

const folderOfWallets = 'dist/wallets/walletConnectors'
/** The end of a wallet's link: `metamask://` followed by `wc?uri=…`. */
const pairing = /wc\?uri=$/

/** One chunk per wallet, named in the bundler's comment. */
export const readRainbowkit: Reader = (folder) =>
  readdirSync(join(folder, folderOfWallets))
    .filter((file) => /^chunk-.*\.js$/.test(file))
    .flatMap((file) => readChunk(folder, `${folderOfWallets}/${file}`))

function readChunk(folder: string, path: string): SourceRow[] {
  const text = readFileSync(join(folder, path), 'utf8')
  if (!text.includes('// src/wallets/walletConnectors/')) return []
  const { objects, templateStarts } = readSyntax(text)
  const wallet = objects.find((object) => textField(object, 'name') !== undefined && 'downloadUrls' in object)
  const key = textField(wallet, 'id')
  const name = textField(wallet, 'name')
  if (wallet === undefined || key === undefined || name === undefined) return []
  const download = (field: string) => textField(wallet, 'downloadUrls', field)
  const links = templateStarts.filter((link) => pairing.test(link)).map((link) => link.replace(pairing, ''))
  return [
    {
      key,
      path,
      name,
      namespace: 'eip155',
      rdns: textField(wallet, 'rdns'),
      homepage: download('browserExtension') ?? download('mobile') ?? download('qrCode'),
      mobileLink: links.find((link) => !link.startsWith('https:')) ?? links[0],
      appStore: download('ios'),
      playStore: download('android'),
      chromeStore: download('chrome'),
      // Only flags: `{ flag: 'isRabby' }` is what the provider itself sets.
      injectedIds: objects.flatMap((object) => textField(object, 'flag') ?? []),
    },
  ]
}
