/** Sending bitcoin: the wallet picks the coins, sets the fee and sends. */
import { AppError } from '@latchkey/protocol'
import type { Sender } from './SendPlan.ts'

/** Nodes don't relay payments below this, in satoshis, for any address type. */
const dustLimit = 546n

export const bitcoinSender: Sender = {
  async plan(_, wish) {
    const { units, recipient } = wish
    return {
      ...wish,
      feeUnits: null,
      depositUnits: 0n,
      problem: units < dustLimit ? { kind: 'tooLittle', minimumUnits: dustLimit } : null,
      request: {
        method: 'sendTransfer',
        params: { account: wish.account, recipientAddress: recipient.address, amount: units.toString() },
      },
      mark: null,
    }
  },
  reserve: async () => null,
  // Scripts look like any other address.
  inspect: async () => 'person',
  async send({ request }, planned) {
    const answer = await request(planned.request)
    const txid = typeof answer === 'object' && answer !== null && 'txid' in answer ? answer.txid : undefined
    if (typeof txid !== 'string') throw new AppError('WALLET_INVALID_RESPONSE')
    return txid
  },
  trace: async () => 'open',
  status: null,
}
