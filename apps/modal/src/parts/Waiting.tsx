import { Spinner, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'

export type WaitingProps = {
  /** The title of the wait. */
  words: string
  /** Replaces the spinner's plain look, and stands above it. */
  picture?: ReactNode
  /** The height of the wallet's frame that will replace it. */
  size?: 'view' | 'frame' | 'login'
  /** A way out. */
  children?: ReactNode
}

/** A view that waits for a wallet, a provider or a server. */
export function Waiting({ words, picture, size = 'view', children }: WaitingProps) {
  return (
    <div part="waiting" data-size={size}>
      {picture}
      <Spinner label="" size={28} />
      <Text align="center">{words}</Text>
      {children}
    </div>
  )
}
