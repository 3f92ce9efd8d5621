import type { Adapter, AdapterPayload } from 'oidc-provider'

/**
 * Stores a provider's codes, tokens and sessions until they expire: in memory, as users sign in again after a restart. `now` in
 * milliseconds since the epoch.
 */
export const createMemoryAdapter = (now: () => number): ((model: string) => Adapter) => {
  const kept = new Map<string, { payload: AdapterPayload; untilMs: number }>()
  const drop = (isOver: (entry: { payload: AdapterPayload; untilMs: number }) => boolean): void => {
    for (const [key, entry] of kept) if (isOver(entry)) kept.delete(key)
  }
  const dropOld = (): void => drop(({ untilMs }) => untilMs < now())

  return (model) => {
    const keyOf = (id: string): string => `${model} ${id}`
    const findBy = (field: 'uid' | 'userCode', value: string): AdapterPayload | undefined => {
      dropOld()
      return [...kept].find(([key, { payload }]) => key.startsWith(keyOf('')) && payload[field] === value)?.[1].payload
    }
    return {
      upsert: async (id, payload, lifeSeconds = Number.POSITIVE_INFINITY) => {
        dropOld()
        kept.set(keyOf(id), { payload, untilMs: now() + lifeSeconds * 1000 })
      },
      find: async (id) => {
        dropOld()
        return kept.get(keyOf(id))?.payload
      },
      findByUid: async (uid) => findBy('uid', uid),
      findByUserCode: async (userCode) => findBy('userCode', userCode),
      consume: async (id) => {
        const entry = kept.get(keyOf(id))
        if (entry !== undefined) entry.payload.consumed = Math.floor(now() / 1000)
      },
      destroy: async (id) => void kept.delete(keyOf(id)),
      revokeByGrantId: async (grantId) => drop(({ payload }) => payload.grantId === grantId),
    }
  }
}
