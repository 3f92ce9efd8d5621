import { useAtomValue, useSetAtom } from 'jotai/react'
import { useEffect } from 'react'
import { loadFirstAtom } from '../../directory/catalogue.ts'
import { discoverAtom } from '../../state/connectors.ts'
import { isOpenAtom } from '../../state/route.ts'

/** Searches for wallets at each opening. A separate part that draws nothing, so that nothing else is redrawn. */
export function FindWallets() {
  const discover = useSetAtom(discoverAtom)
  const load = useSetAtom(loadFirstAtom)
  const isOpen = useAtomValue(isOpenAtom)
  useEffect(() => {
    if (!isOpen) return
    // Without their code there are the wallets of the list, and the next opening tries again.
    discover().catch(() => undefined)
    void load()
  }, [isOpen, discover, load])
  return null
}
