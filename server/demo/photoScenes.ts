import { shoot, type Shot } from './scenes/camera.ts';
import { chirpingAlarm, coldThermostat, flickeringHallway, hangingMailbox } from './scenes/fixtures.ts';
import { ceilingStain, cloggedDrain, drippingFaucet, garagePuddle } from './scenes/leaks.ts';

export interface DemoPhoto {
  name: string;
  alt: string;
  /** A JPEG, 1600 × 1200 or 1200 × 1600; the same bytes on every run on one machine. */
  render(): Promise<Buffer>;
}

/** Photos for the demo's maintenance requests, drawn by code, so that the repository holds no pictures of them. */
export function demoPhotos(): DemoPhoto[] {
  return [
    photo('ceiling-stain.jpg', 'A brown water stain spreading over a ceiling, beside a lamp', ceilingStain),
    photo('dripping-faucet.jpg', 'A faucet dripping into a sink', drippingFaucet),
    photo('garage-puddle.jpg', 'A puddle under dripping pipes in a parking garage', garagePuddle),
    photo('clogged-drain.jpg', 'Murky water standing over a clogged drain', cloggedDrain),
    photo('cold-thermostat.jpg', 'A thermostat that reads 58 degrees, set to 70', coldThermostat),
    photo('smoke-alarm.jpg', 'A smoke alarm with its red light on', chirpingAlarm),
    photo('hallway-lamp.jpg', 'A hallway whose nearest lamp is almost out', flickeringHallway),
    photo('mailbox-door.jpg', 'A mailbox door hanging from one hinge', hangingMailbox),
  ];
}

function photo(name: string, alt: string, scene: () => Shot): DemoPhoto {
  return { name, alt, render: () => shoot(scene()) };
}
