import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSyntax, textField } from '../readSyntax.ts'
import type { Reader } from '../sourceRow.ts'

const folderOfWallets = 'dist/esm/connectors'

/** One connector per file. */
export const readBigmi: Reader = (folder) =>
  readdirSync(join(folder, folderOfWallets))
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) => {
      const path = `${folderOfWallets}/${file}`
      const { objects } = readSyntax(readFileSync(join(folder, path), 'utf8'))
      const wallet = objects.find((object) => textField(object, 'id') && textField(object, 'name'))
      const name = textField(wallet, 'name')
      return name === undefined ? [] : [{ key: file.replace(/\.js$/, ''), path, name, namespace: 'bip122' as const }]
    })
