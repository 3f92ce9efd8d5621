import { loadCopy } from '@latchkey/copy'
import { t as commonT } from '@latchkey/copy/common'
import { t } from '@latchkey/copy/modal'
import { ErrorState } from '@latchkey/ui'
import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'
import { Waiting } from '../parts/Waiting.tsx'

export type LazyView = ComponentType & {
  /** Loads it before it is shown; a failure is shown with the view. */
  preload(): void
}

/**
 * A view in its own chunk, loaded when it is first shown. A failed chunk can be requested again, which React's `lazy` doesn't allow. A part
 * of a view has a `place` of its size meanwhile.
 */
export const lazyView = (load: () => Promise<ComponentType>, place?: ReactNode): LazyView => {
  let known: ComponentType | undefined
  const loadOnce = async (): Promise<ComponentType> => {
    const loaded = await load()
    await loadCopy()
    known ??= loaded
    return known
  }
  function Lazy() {
    const [View, setView] = useState(() => known)
    const [isLost, setLost] = useState(false)
    const [tries, tryAgain] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      let hasLeft = false
      setLost(false)
      loadOnce().then(
        (view) => {
          if (!hasLeft) setView(() => view)
        },
        () => {
          if (!hasLeft) setLost(true)
        },
      )
      return () => {
        hasLeft = true
      }
    }, [tries])
    if (View !== undefined) return <View />
    if (!isLost) return place ?? <Waiting words={commonT('loading')} />
    return (
      <ErrorState
        title={t('viewLost')}
        description={t('viewLostHint')}
        action={{ label: commonT('tryAgain'), onClick: tryAgain }}
      />
    )
  }
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) })
}
