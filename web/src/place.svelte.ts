// Which game the page is about, for what all pages share.

class Place {
  game = $state<string | null>(null);
}

export const place = new Place();
