import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const folderOfWallets = 'dist/esm/wallets/__generated__/wallet'

/** One module of plain data per wallet. */
export const readThirdweb: Reader = (folder) =>
  readdirSync(join(folder, folderOfWallets)).flatMap((id) => {
    const path = `${folderOfWallets}/${id}/index.js`
    const wallet = readSyntax(readFileSync(join(folder, path), 'utf8')).objects[0]
    const field = (...names: string[]) => textField(wallet, ...names)
    const name = field('name')
    if (name === undefined) return []
    return [
      {
        key: id,
        path,
        name,
        namespace: 'eip155' as const,
        homepage: field('homepage'),
        rdns: field('rdns'),
        mobileLink: field('mobile', 'native') ?? field('mobile', 'universal'),
        desktopLink: field('desktop', 'native') ?? field('desktop', 'universal'),
        webappLink: field('app', 'browser'),
        appStore: field('app', 'ios'),
        playStore: field('app', 'android'),
        chromeStore: field('app', 'chrome'),
      },
    ]
  })

/** Returns the ids in the kit's display order. */
export const readThirdwebOrder = (folder: string): string[] =>
  readSyntax(readFileSync(join(folder, 'dist/esm/wallets/__generated__/wallet-infos.js'), 'utf8')).objects.flatMap(
    (wallet) => textField(wallet, 'id') ?? [],
  )
