// The click of a stone, made without a file. It is off until it is switched on.

/** @type {AudioContext | null} */
let context = null;

export function click() {
  context ??= new AudioContext();
  const begin = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(1150, begin);
  tone.frequency.exponentialRampToValueAtTime(260, begin + 0.05);
  volume.gain.setValueAtTime(0.22, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, begin + 0.09);
  tone.connect(volume).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + 0.1);
}
