import { useCommunity } from '../../../subjects/community/community.ts';
import { Phone } from '../../../subjects/phone/Phone.tsx';
import { Banner } from '../../../ui/feedback/Banner.tsx';

/** Whom to call at once, with or without a connection of the app. */
export function EmergencyNumber() {
  const community = useCommunity();
  const number = community?.emergency_number ?? community?.phone_number;
  return (
    <Banner type="error">
      {number ? (
        <>
          Water, gas, fire or no heat: call{' '}
          <Phone number={number} className="font-bold whitespace-nowrap tabular-nums underline" /> now, then
          send this.
        </>
      ) : (
        'Water, gas, fire or no heat: call management now, then send this.'
      )}{' '}
      Is somebody in danger? Call 911 first.
    </Banner>
  );
}
