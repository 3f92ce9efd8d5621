import type { ReactNode } from 'react'
import { Styled } from '../../parts/Styled.tsx'
import { socialStyles } from './socialStyles.ts'

/** Parts of a social login, in the look that was loaded with them. */
export function SocialStyled({ children, as = 'div' }: { children: ReactNode; as?: 'div' | 'span' }) {
  return (
    <Styled styles={socialStyles} as={as}>
      {children}
    </Styled>
  )
}
