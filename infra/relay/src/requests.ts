import * as z from 'zod'

/** 32 bytes in hex, as clients write topics. */
const topic = z.string().regex(/^[0-9a-f]{64}$/i)
const maxMessageChars = 1_000_000
const message = z.string().max(maxMessageChars)
const ttl = z.number().int().min(1).max(2_592_000)
const tag = z.number().int().min(0).max(100_000)
const topics = z.array(topic).min(1).max(500)
const attestation = z.string().max(100_000).optional()
const publish = z.object({ topic, message, ttl: ttl.default(300), tag: tag.default(0), attestation })

/** A client's requests to the relay, by JSON-RPC method; `irn` is the protocol's own prefix. */
export const requests = {
  irn_publish: publish,
  irn_batchPublish: z.object({ messages: z.array(publish).min(1).max(500) }),
  irn_subscribe: z.object({ topic }),
  irn_batchSubscribe: z.object({ topics }),
  irn_unsubscribe: z.object({ topic, id: z.string().max(128).optional() }),
  irn_batchUnsubscribe: z.object({ subscriptions: z.array(z.object({ topic })).min(1).max(500) }),
  irn_fetchMessages: z.object({ topic }),
  irn_batchFetchMessages: z.object({ topics }),
  // Newer clients send a whole step of the session instead of its separate messages.
  wc_proposeSession: z.object({ pairingTopic: topic, sessionProposal: message, ttl: ttl.default(300), attestation }),
  wc_approveSession: z.object({
    pairingTopic: topic,
    sessionTopic: topic,
    sessionProposalResponse: message,
    sessionSettlementRequest: message,
    ttl: ttl.default(300),
  }),
} as const

export type Method = keyof typeof requests
export type Params<method extends Method> = z.output<(typeof requests)[method]>

export const isMethod = (name: string): name is Method => Object.hasOwn(requests, name)

const id = z.union([z.number(), z.string().max(64)])
export const envelope = z.object({ id, jsonrpc: z.literal('2.0'), method: z.string().max(64), params: z.unknown() })
/** A client's response to one of our deliveries. */
export const confirmation = z.object({ id: z.number(), jsonrpc: z.literal('2.0'), result: z.literal(true) })
