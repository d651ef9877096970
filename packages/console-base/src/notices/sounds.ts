/** What the bell can be heard doing: a lock is left open, or something new has come. */
export type Sound = 'alert' | 'chime'

interface Tones {
  readonly wave: OscillatorType
  /** Hz, one after the other. */
  readonly frequencies: readonly number[]
  readonly gain: number
}
const tones: Readonly<Record<Sound, Tones>> = {
  // Rising and sharp: heard over a running machine.
  alert: { wave: 'square', frequencies: [660, 880, 1100], gain: 0.12 },
  chime: { wave: 'sine', frequencies: [880, 660], gain: 0.08 },
}

/** Beeps made by the browser: no file. Silent where sound is not allowed. */
export function play(sound: Sound): void {
  if (typeof AudioContext === 'undefined') return
  const { wave, frequencies, gain: loudness } = tones[sound]
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.connect(audio.destination)
  for (const [index, frequency] of frequencies.entries()) {
    const tone = audio.createOscillator()
    tone.type = wave
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + index * 0.22)
    tone.stop(audio.currentTime + index * 0.22 + 0.16)
  }
  gain.gain.value = loudness
  setTimeout(() => void audio.close(), 1500)
}
