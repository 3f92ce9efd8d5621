import { NetworkIcon } from '@latchkey/ui'
import { useEffect, useState } from 'react'
import type { HeldToken, Holdings } from './Holdings.ts'

/** The icon of a token, as in the modal: the api's, else its initials. */
export function TokenIcon({ token, icon }: { token: HeldToken; icon: Holdings['icon'] }) {
  const { symbol, iconUrl } = token
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    let isShown = true
    if (iconUrl !== '') void icon(iconUrl).then((read) => isShown && setSrc(read))
    return () => {
      isShown = false
    }
  }, [iconUrl, icon])
  return <NetworkIcon name={symbol} imageUrl={src ?? undefined} />
}
