import { AppError } from '@latchkey/protocol'
import type { NamesApi } from './NamesApi.ts'

/** A zone in memory in which `grace` is taken. */
export const testNamesApi = (replace: Partial<NamesApi> = {}): NamesApi => ({
  async suggest(label, zone) {
    const taken = (name: string) => name === `grace.${zone}`
    const typed = `${label}.${zone}`
    return [typed, ...['wallet', '01'].map((end) => `${label}${end}.${zone}`)].map((name) => ({
      name,
      registered: taken(name),
    }))
  },
  nameOf: async () => null,
  async register({ address, message, coin_type: coinType }) {
    const { name } = JSON.parse(message) as { name: string }
    if (name.startsWith('grace.')) throw new AppError('NAME_TAKEN')
    return {
      name,
      registered_at: null,
      updated_at: null,
      addresses: { [coinType]: { address, created_at: null } },
      attributes: {},
    }
  },
  ...replace,
})
