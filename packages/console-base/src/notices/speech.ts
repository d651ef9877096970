/** The part of a voice that is asked for. */
type Voice = Pick<SpeechSynthesisVoice, 'lang' | 'localService'>

/** Longest text that is read aloud; a title is shorter. */
const longest = 100

/**
 * A Chinese voice that lives on this machine. Others send the text to their maker, and business text never leaves the
 * plant (security.md V27): without a local one nothing is read.
 */
export const localVoice = <V extends Voice>(voices: readonly V[]): V | undefined =>
  voices.find(({ lang, localService }) => localService && /^(zh|cmn)(?![a-z])/i.test(lang))

/** Does this browser have a voice that may read aloud? It may only know after `voiceschanged`. */
export const hasLocalVoice = (synth: SpeechSynthesis | undefined = browserSpeech()): boolean =>
  synth !== undefined && localVoice(synth.getVoices()) !== undefined

/**
 * Reads a short text aloud with a voice of this machine; does nothing when there is none.
 * @param make how an utterance is made, the browser's own unless a test gives another
 * @returns whether it was handed to the voice
 */
export function speak(
  text: string,
  synth: SpeechSynthesis | undefined = browserSpeech(),
  make = (words: string) => new SpeechSynthesisUtterance(words),
): boolean {
  const voice = synth && localVoice(synth.getVoices())
  if (!voice || text.trim() === '') return false
  const words = make([...text].slice(0, longest).join(''))
  // Without a voice named here the browser picks one, which may be remote.
  words.voice = voice
  words.lang = voice.lang
  synth.speak(words)
  return true
}

/** Ends what is being read and forgets what waits. */
export const beSilent = (): void => browserSpeech()?.cancel()

/** Calls when the browser has learnt of its voices; returns the end of it. */
export function onVoices(listener: () => void): () => void {
  const synth = browserSpeech()
  synth?.addEventListener('voiceschanged', listener)
  return () => synth?.removeEventListener('voiceschanged', listener)
}

function browserSpeech(): SpeechSynthesis | undefined {
  return 'speechSynthesis' in globalThis ? globalThis.speechSynthesis : undefined
}
