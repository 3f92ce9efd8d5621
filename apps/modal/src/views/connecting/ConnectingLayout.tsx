import { t } from '@latchkey/copy/connecting'
import { Link, Text } from '@latchkey/ui'
import { useSetAtom } from 'jotai/react'
import type { ReactNode } from 'react'
import { useOtherMethodAtom } from './otherMethod.ts'

export type ConnectingLayoutProps = {
  /** The wallet's own. */
  picture: ReactNode
  title: string
  text: ReactNode
  /** The primary action, if any. */
  action?: ReactNode
}

/** A wallet, a text, one primary action and a link to another method. */
export function ConnectingLayout({ picture, title, text, action }: ConnectingLayoutProps) {
  const useOther = useSetAtom(useOtherMethodAtom)
  return (
    <div part="connecting">
      {picture}
      <div part="connecting-words">
        <Text as="h2" size="title" align="center">
          <bdi>{title}</bdi>
        </Text>
        <Text tone="secondary" align="center">
          {text}
        </Text>
      </div>
      {action}
      <Link onClick={useOther}>{t('other')}</Link>
    </div>
  )
}
