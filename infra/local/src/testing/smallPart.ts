/** A part that returns its process id, or fails as its settings say, for tests of processes. */
import { runPartProcess } from '../process/runPartProcess.ts'
import { StackError } from '../StackError.ts'
import { serve } from '../serve.ts'

export type SmallFacts = { port: number; fails?: 'politely' | 'rudely' }

runPartProcess(async ({ port, fails }: SmallFacts) => {
  if (fails === 'politely') throw new StackError('Port 1 is taken by another program')
  if (fails === 'rudely') throw new TypeError('undefined is not a function')
  await serve(() => new Response(String(process.pid)), port)
})
