import type { PhraseBook } from "./phraseBook";

export const pl: PhraseBook = {
  code: "pl",
  label: "Polish",
  products: [
    ["Serum na noc", "Krem z witaminą C", "Olejek do włosów z rozmarynem"],
    ["Lniana koszula", "Płaszcz z wełny z odzysku", "Sneakersy na co dzień"],
    ["Dębowe biurko z regulacją", "Dywan do prania", "Lniana pościel"],
    ["Rodzinny zestaw obiadowy", "Oliwa z jednego gaju", "Granola proteinowa"],
    ["Regulowane hantle", "12-tygodniowy plan siłowy", "Kamizelka biegowa"],
    ["Weekend w górach", "Walizka kabinowa", "Bilet na nocne pociągi"],
    ["Karta podróżna bez opłat", "Konto na 5%", "Faktury dla freelancerów"],
    ["Angielski w 15 minut dziennie", "Kurs analizy danych", "Lekcje pianina w domu"],
    ["Przygoda z zagadkami", "Menedżer piłkarski", "Przytulna farma"],
    ["Świeża karma dla psa", "Fontanna dla kota", "Lokalizator GPS dla zwierząt"],
    ["Słuchawki z redukcją szumów", "Miniprojektor", "Klawiatura mechaniczna"],
    ["Rower elektryczny do miasta", "Opony zimowe", "Wideorejestrator"],
  ],
  headlines: [
    "{p}: teraz {n}% taniej",
    "Dlaczego 40 000 osób wybrało {b}",
    "{p} bez komplikacji",
    "{b}: zrobione bez pośpiechu, wysłane dziś",
    "30 dni testów: {p}",
    "Tylko w tym tygodniu w {b}: {p}",
  ],
  seasonal: [
    "Prezent na lata: {p}",
    "Tydzień okazji: −{n}% w {b}",
    "Nowy rok, nowa energia: {p}",
    "Lato zaczyna się z {b}",
  ],
  subtitles: ["Darmowa dostawa i 60 dni na zwrot", "Ocena 4,8 na 5 od 12 403 klientów", "Bez abonamentu"],
  descriptions: [
    "Założyliśmy {b}, bo nic nie było dość dobre. Trzy lata i 61 prototypów później – oto jest.",
    "Zamów do 16:00, wyślemy dziś. Jeśli nie polubisz, zwrot jest po naszej stronie.",
  ],
  ctas: [
    "Kup teraz",
    "Dowiedz się więcej",
    "Zapisz się",
    "Pobierz",
    "Zarezerwuj",
    "Odbierz ofertę",
    "Subskrybuj",
    "Graj",
  ],
};
