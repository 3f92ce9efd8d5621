/** Replaces characters that would hide or reorder the text around them, or be invisible, with their names. */
export const visibleText = (text: string): string =>
  text === ''
    ? '“”'
    : text.replace(
        // Control characters, direction marks, and zero-width characters: joiners and spaces, fillers, tags, variation selectors.
        /[\p{Cc}\p{Cf}\u115f\u1160\u3164\uffa0]|\u034f|\u17b4|\u17b5|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu,
        (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
      )
