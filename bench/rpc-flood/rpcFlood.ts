import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { formatTable } from '../../scripts/formatTable.ts'
import { describeMachine } from '../describeMachine.ts'
import { median } from '../statistics/median.ts'

const runs = 5
const MiB = 1024 * 1024
type Run = { answered: number; sentBytes: number; extraBytes: number; cpuMs: number }

const start = (name: string, ...args: string[]): ChildProcess =>
  spawn(process.execPath, [fileURLToPath(new URL(name, import.meta.url)), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
const firstLine = async ({ stdout }: ChildProcess): Promise<string> => {
  if (stdout === null) throw new Error('The process has no output')
  const [chunk] = await once(stdout, 'data')
  return String(chunk).trim()
}

/** Measures the memory and time of one body of 16 log searches, of 12 MiB each. Throws when nothing is answered. */
export const rpcFlood = async ({ print }: { print: (line: string) => void }): Promise<void> => {
  const node = start('heavyNode.ts')
  try {
    const url = `http://127.0.0.1:${await firstLine(node)}`
    const all: Run[] = []
    for (let run = 0; run < runs; run++)
      all.push(JSON.parse(await firstLine(start('../../apps/combined/test/floodedProxy.ts', url))) as Run)
    if (all.some(({ answered }) => answered === 0)) throw new Error('No search was answered')
    const of = (read: (run: Run) => number): number => median(all.map(read))
    print(
      formatTable([
        ['16 searches of 12 MiB in one body', 'median', 'aim'],
        ['extra memory', `${Math.round(of(({ extraBytes }) => extraBytes) / MiB)} MiB`, '64 MiB'],
        ['processor time', `${Math.round(of(({ cpuMs }) => cpuMs))} ms`, '500 ms'],
        ['answered of 16', String(of(({ answered }) => answered)), '1'],
        ['sent', `${Math.round(of(({ sentBytes }) => sentBytes) / MiB)} MiB`, '16 MiB'],
      ]),
    )
    print(describeMachine())
  } finally {
    node.kill()
  }
}
