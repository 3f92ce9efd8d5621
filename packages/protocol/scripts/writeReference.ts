/** Updates `docs/protocol.md` from the tables: `npm run docs:protocol` */
import { readFileSync, writeFileSync } from 'node:fs'
import { withTables } from './reference.ts'

const path = new URL('../../../docs/protocol.md', import.meta.url)
writeFileSync(path, withTables(readFileSync(path, 'utf8')))
