import type { PhraseBook } from "./phraseBook";

export const sv: PhraseBook = {
  code: "sv",
  label: "Swedish",
  products: [
    ["Nattserum", "C-vitaminkräm", "Hårolja med rosmarin"],
    ["Linneskjorta", "Kappa i återvunnen ull", "Vardagssneakers"],
    ["Höj- och sänkbart ekbord", "Tvättbar matta", "Linnelakan"],
    ["Matkasse för familjen", "Olivolja från en enda gård", "Proteingranola"],
    ["Justerbara hantlar", "Styrkeplan på 12 veckor", "Löparväst"],
    ["Helg i fjällen", "Kabinväska", "Nattågskort"],
    ["Resekort utan avgifter", "Sparkonto med 3 %", "Fakturor för frilansare"],
    ["Spanska på 15 minuter om dagen", "Kurs i dataanalys", "Pianolektioner hemma"],
    ["Pusseläventyr", "Fotbollsmanager", "Lugn bondgård"],
    ["Färskt hundfoder", "Vattenfontän för katter", "GPS för husdjur"],
    ["Brusreducerande hörlurar", "Miniprojektor", "Mekaniskt tangentbord"],
    ["Elcykel för stan", "Vinterdäck", "Bilkamera"],
  ],
  headlines: [
    "{p}: {n} % rabatt just nu",
    "Därför bytte 40 000 personer till {b}",
    "{p}, äntligen utan krångel",
    "{b}: långsamt gjort, skickas i dag",
    "Bara den här veckan hos {b}: {p}",
  ],
  seasonal: [
    "En present som stannar: {p}",
    "Reavecka: {n} % på allt från {b}",
    "Nytt år, ny fart: {p}",
    "Sommaren börjar med {b}",
  ],
  subtitles: ["Fri frakt och 60 dagars öppet köp", "4,8 av 5 från 12 403 kunder"],
  descriptions: [
    "Vi startade {b} för att inget var bra nog. Tre år och 61 prototyper senare är det klart.",
    "Beställ före kl. 16 så skickar vi i dag.",
  ],
  ctas: ["Köp nu", "Läs mer", "Registrera dig", "Ladda ned", "Boka nu", "Hämta erbjudande", "Prenumerera", "Spela nu"],
};
