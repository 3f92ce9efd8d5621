import { AppError } from '@latchkey/protocol'
import type { RequestArguments } from '../connectors/Eip1193Provider.ts'
import type { NetworkId } from '../Modal.ts'
import type { SendTools } from './SendPlan.ts'

type Answers = Readonly<Record<string, unknown>>

/** A node with answers by method: a value, a function of the parameters, or an error. */
export const answerWith =
  (answers: Answers) =>
  async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (!Object.hasOwn(answers, method)) throw new AppError('METHOD_NOT_ALLOWED', { message: `asked for ${method}` })
    const answer = answers[method]
    if (answer instanceof AppError) throw answer
    return typeof answer === 'function' ? answer(...params) : answer
  }

export type TestTools = SendTools & { readonly requests: RequestArguments[] }

/** Tools over a node and a wallet in memory. The wallet's answers are by method too. */
export const testTools = (
  network: NetworkId,
  node: Answers,
  wallet: Answers = {},
  { isEmbedded = true } = {},
): TestTools => {
  const requests: RequestArguments[] = []
  return {
    network,
    isEmbedded,
    ask: answerWith(node),
    requests,
    async request(args) {
      requests.push(args)
      return answerWith(wallet)(args.method, [args.params])
    },
  }
}
