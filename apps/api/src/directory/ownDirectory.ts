import { createHash } from 'node:crypto'
import { type DirectoryWallet, findWallets, initialsImage } from '@latchkey/directory'
import { walletImages, wallets } from '@latchkey/directory/data'
import { AppError } from '@latchkey/protocol/errors'
import type { Directory } from './directory.ts'
import { svgImage } from './image.ts'
import type { OperatorWallets } from './operatorWallets.ts'

type Listing = { rows: readonly DirectoryWallet[]; images: ReadonlyMap<string, Blob> }

/**
 * Serves the bundled wallets and the operator's: the operator's come first, replace bundled ones with the same id, and hidden ones are left
 * out.
 */
export function createOwnDirectory(operator: () => OperatorWallets): Directory {
  let made: { of: OperatorWallets; listing: Listing } | undefined
  const listing = (): Listing => {
    const of = operator()
    if (made?.of !== of) made = { of, listing: list(of) }
    return made.listing
  }
  return {
    wallets: async (filter) => findWallets(listing().rows, filter),
    async walletImage(imageId) {
      const found = listing().images.get(imageId)
      if (found === undefined) throw new AppError('IMAGE_NOT_FOUND')
      return found
    },
  }
}

function list({ add, hide }: OperatorWallets): Listing {
  const replaced = new Set([...hide, ...add.map(({ wallet }) => wallet.id)])
  const images = new Map<string, Blob>()
  const added = add.map(({ wallet, image }): DirectoryWallet => {
    const bytes = image?.bytes ?? Buffer.from(initialsImage(wallet.name, wallet.id))
    const image_id = `${wallet.id}-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}`
    images.set(image_id, image?.blob ?? svgImage(initialsImage(wallet.name, wallet.id)))
    return { ...wallet, image_id, certified: false }
  })
  const own = wallets.filter(({ id }) => !replaced.has(id))
  for (const { id, name, image_id } of own)
    if (typeof image_id === 'string') images.set(image_id, svgImage(walletImages[image_id] ?? initialsImage(name, id)))
  return { rows: [...added, ...own], images }
}
