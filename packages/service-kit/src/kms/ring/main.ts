import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import { runMain } from '../../process/runMain.ts'
import { text } from '../../settings/fields.ts'
import { readEnvironment } from '../../settings/readEnvironment.ts'
import { exportRing, importRing } from './copyRing.ts'

const environment = z.object({ KEY_RING_FILE: text })

// `export` writes a service's key ring to standard output, `import` restores the one from standard input.
await runMain(async () => {
  const { KEY_RING_FILE: file } = readEnvironment(environment, process.env)
  const [word] = process.argv.slice(2)
  if (word === 'export') {
    if (process.stdout.isTTY) throw new Error('A key ring belongs on no screen: … export > ring.json')
    process.stdout.write(exportRing(file))
  } else if (word === 'import') {
    if (process.stdin.isTTY) throw new Error('Pass the key ring on standard input: … import < ring.json')
    const before = importRing(file, readFileSync(0, 'utf8'), new Date())
    process.stdout.write(`The key ring is in place${before === null ? '' : `; the one before is ${before}`}\n`)
  } else throw new Error('Say export or import')
})
