import type { Wallet } from '@latchkey/api-client'
import { findWallets, initialsImage } from '@latchkey/directory'
import { popularWallets } from '@latchkey/directory/popular'
import { AppError } from '@latchkey/protocol'
import type { Directory } from './Directory.ts'

export type TestDirectory = Directory & {
  /** The requests, in order: filters, and ids of icons. */
  asked: unknown[]
}

/** A backend's directory in memory, with an icon for each wallet that names one. */
export const testDirectory = (
  wallets: readonly Wallet[] = popularWallets,
  replace: Partial<Directory> = {},
): TestDirectory => {
  const asked: unknown[] = []
  return {
    asked,
    async find(filter, signal) {
      asked.push(filter)
      if (replace.find !== undefined) return replace.find(filter, signal)
      const { data, count } = findWallets(wallets, filter)
      return { wallets: data, count }
    },
    async image(id) {
      asked.push(id)
      if (replace.image !== undefined) return replace.image(id)
      const wallet = wallets.find(({ image_id }) => image_id === id)
      if (wallet === undefined) throw new AppError('IMAGE_NOT_FOUND')
      return `data:image/svg+xml,${encodeURIComponent(initialsImage(wallet.name, wallet.id))}`
    },
  }
}

/** Wallets without distinct names: `count` of them, reached by phone and desktop. */
export const manyWallets = (count: number): Wallet[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `wallet-${index + 1}`,
    name: `Wallet ${index + 1}`,
    chains: ['eip155:1'],
    mobile_link: `wallet${index + 1}://`,
  }))
