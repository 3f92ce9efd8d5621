import type { ReactNode } from 'react'
import { Styled } from '../../parts/Styled.tsx'
import { socialStyles } from './socialStyles.ts'

/** Parts of a social sign-in, with the styles that were loaded with them. */
export function SocialStyled({ children, as = 'div' }: { children: ReactNode; as?: 'div' | 'span' }) {
  return (
    <Styled styles={socialStyles} as={as}>
      {children}
    </Styled>
  )
}
