import { Spinner, Text } from '@latchkey/ui'
import type { ReactNode } from 'react'

export type WaitingProps = {
  /** What is waited for. */
  words: string
  /** Another picture than a bare spinner: it stands above it. */
  picture?: ReactNode
  /** As tall as the wallet's frame that will take its place. */
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
