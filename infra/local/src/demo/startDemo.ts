import { join } from 'node:path'
import { type Serving, serve } from '../serve.ts'
import { createDemoApp } from './createDemoApp.ts'
import type { DemoFacts } from './demoFacts.ts'

export type StartDemoOptions = {
  /** Root of the repository, with the built demo. */
  house: string
  facts: DemoFacts
  /** 0 picks a free one. */
  port: number
}

/** Serves the built demo on both loopback addresses. Throws `StackError` when the port is taken. */
export const startDemo = ({ house, facts, port }: StartDemoOptions): Promise<Serving> =>
  serve(createDemoApp(join(house, 'apps', 'demo', 'dist'), facts).fetch, port)
