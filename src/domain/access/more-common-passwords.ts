// More of what common passwords are made of, in the form of common-passwords.ts: what remains of every password of ten or more characters
// in the list of zxcvbn (data/passwords.txt, MIT licence, Dropbox, Inc.) and of the most common shorter ones, the most common first names
// of its lists, and words of our own. A few that would have no letters left stand as they are written.
export const MORE_WORDS = `
1029384756q 10293847qp 147258369a 192837465q 19952009sa 20162016up 2606642yra 413276191q 4815162342a 4815162342lf
4815162342q 4904s677075 5858855abc 7777755102q 80070633pc 80361665abc 8096468644q 89063032220m 89231243658s
89876065093rax 9293709b13 989244342a aaeaaasa aaeaaasaa abbott abcde abecadse abercrombie abigail abraham absolute
absolutely abstr account accountbloc accounting achtung acmilan activation active acura adams addison adgjmp admiral
adrenaline adrian adriana adrienne adult adults advent aeeilmsy afghanistan africa afrika again agnes aiaaeaaa aibcedae
aikman airport airwolf aisdefag aisdefagsh ajcuivd aksjdlasdakj aladin alan albany albert alberta alberto albina
alejandro alessandra alexander alexandra alexandre alexandria alexia alexsander alfred alfredo alice alicia alien alina
alisha alison alissa alkanaft allahuakbar allan allen alliance allison alma almond aloha alone alphabravo alternativa
alternative altima alvin always alyssa amadeusptfcor amahednh amand amazing ambassador amelia americ american amorcit
amore anastasi anastasia anchor anderlecht anders andersen anderson andre andreas andres andriy andyod anesaian angela
angelica angelika angelina angelo angelus angie animals anita anna annabell anne annette annika answer antananarivu
antares antelope anthon antichrist antoine anton antonia antonina antonio anything anytimetoday apocalypse applejuice
aptiva aramis archer archie argentin argentina ariana arianna arkansas arlene armada armand armstron arnold arrows
arthur artist arturo asddsa asdqwe asedafsg asedafsgh asgard ashlee ashleigh ashton asian asimov aspen assasin
astonmartin astra astral astrid athena athens atlantic attack attitude aubrey auckland auditt audrey augusta augustus
aurora australia avenue aviation awdrgyjilp aworxewat azazel azerbaijan azerbaycan babies backup bacon badgers badiman
bahamut baker balance baldwin ballin banger bangladesh barbara barbarossa barber baritone barker barnes baron barrett
barron barry barselona barton basebal basketball basset bassmaster battery battle battlefield battlestar baxter beach
beacon beans bearcats beardog bears beatrice beautiful because becker becky beerman believe belinda belladonna belle
belly belmont bender benjamin bennett bennie benny benoit benson bentley berger bergkamp berkeley bermuda bernadette
bernard bernice bernie bertha bertie bessie bestbuy beth bethany better bettina betty beverly bhrhohoofxbqjeh bianca
biatch biblioteka bigbang bigben bigblock bigbob bigbooty bigboss bigbrother bigcat bigdawg bigger bighead bigones
bigpimp bigpoppa biker bill billie biology birddog birgit birmingham birthday bishop bismillah bitchy bitcoin bitter
blackadder blackdragon blackhawks blackheart blackhorse blacklabel blackman blackmetal blacksheep blacksonblon
blackwhite blake blanco blast bling blinkbe blitzkrieg blond blood bloody blossom blowfish bltynbabrfwbz blueball
bluebell bluedevils bluedragon bluesman bmvmeeagtr boating bobbie bobdole boiler bolitas bologna bolton bombay bombers
bonita bonnie booker bookie booster bootys boozer boredboiau boris botschokk bottle bottom bowman bowser bowwow boxer
boxers boyfriend boyicool boytoy bpgjldsgjldthnf brad bradford bradley brain brains brand brandi bravo breakdance
breanna brenda brendan brent brett brewer brewster briana brianna bricks bridge bridget bright brigitte british
brittany brittney broadway broken broker bronson bronze brooke brooks brother brothers brown browning bruce brucewayne
bruiser bryan bryant buceta building bujhm bukkake bullnuts bullwinkle bumper bunker burrito burton bushmaster business
buste busted busty butcher butler butterbean button butts bvncnbnvvbn cabron caedaetad caitlin calculator calibra
california calimero callaway callie callisto calvin camera camila camilla camille campbell canadian cancel candace
candice candy candyeater candyfinger cannon canucks canyon capetown capital caprice capricor capricorn carbon cards
carina carl carla carlo carlos carlton carman carmel carmen carmex carnage carnival carol carole carolin caroline
carolyn carpente carrie carroll carson carter carver cascade cassandr cassidy castillo castle castor castro catalina
caterpillar catherine cathy cattle catwoman caught cayman cbroorr cdhovue cecil cecile cecilia cedric celeb celeste
center central century cevthrb cfkfvfylhf cghfdjxybr cgtwbfkbcn chad chair challenger chambers chance chandler chandra
chanel chang change changed changemenow changes changethis channel chantal chapman charity charlene charleston charley
charlotte charter chase chatgpt check cheddar cheerleader cheeseburger cheesecake chelse chemical cheng cherries cheryl
cheshire chesterfield chestnut chevys chiara chick chief children chilli chillin chilly china chinchilla chinese
chipmunk chips chocha chocolate choice choke chong chrisbrown chriss christiaan christian christie christina christine
christma christmas christy chuck chupakabra church cigar cincinnati cinderella cindy cinema circle circus cisco citizen
citroen civic civilization cjdthitycndj claire clara clarence clarissa clark claude claudia claudio clayton cleopatr
cleopatra clifford climber clinton clippers close clown clyde cnfc cnfnbcnbrf cnfybckfd coach cobain cobras cocker
cockgobbler cocksuck codered cody coldplay coleman collection colleen college collin collins colnago colonel colton
columbia columbus comanche combat comedy comfort comicbooks comics command commercial common company compass compatible
complete compton conan concord confidence confidential configuratio confused connection conner connie conover conrad
constance constantin constantine construction contact content contest contraseña control controller conway coolcat
cooper copenhagen corey corinne corndog cornell corperfmonsy corporation correcthorsebatterystaple cory cosmopolitan
costello cottage cotton counter country county courage courtney coventry covid crack craig cramps crash crawford
crazyhorse cream create creation creature credit crepusculo criminal cristian cristina cristopher cromwell cross crusty
ctdfcnjgjkm cteafezqh ctrhtn cuntfinger curtis customer cutiepie cxfcnkbdfz cxfcnmttcnm cyborg cygnusx cynthia
cytuehjxrf daddysgirl dale dalshe dalton damage damian damien dana dance dancing daniela daniele danielle daniels dante
daphne darius darkangel darlene darling darrell darren darryl darwin dasha datsun davidson davis dawn dawson dayton
dbrnjhjdbx dbrnjhjdyf dcdfoob dctvcjcfnm dctvghbdtn deacon deadly dean deanna debbie deborah debra deeper defense
delight delilah delores demolition demon demons denis denise denmark dennis dentist denver department derek derparol
derrick descent description design desiree desmond destin destroy destruction devastator developer development dfktynby
dfktynbyrf diana diane dianne diaper dictionary diego difference digimon dillon dimas dimples dinara dindom dinner
direct director dirty disneyland diving divorce dixie django djljghjdjl dkflbdjcnjr dkflbr dkflbvbhjdbx dkflbvbhjdyf
dmillerias dmitriy dogbert dogboy dogcat dogface dogger dogphil dogpound dollars dolly dolores domain domination
dominic dominik dominion domodedovo donald donaldduck donkeykong donna donnie donovan dontknow doofus doors dora dorian
doris dorothy dottie dou double douglas download downtown dragonforce drake draven dream dreamonline drifter drive
drumandbass drunk dtynbkznjh duane duckie ducks dudley duffman dumblive duncan dungeon dunnowho dupont dustin dusty
dutch dwayne dwight dylan dynasty earl earnhard earth easter eastern easton ebony edgar edison edith edna eduardo
edwardcullen edwards edwin efbcapa eggman eggplant eghfdktybt eight eileen elaine elcamino eleanor electro electronic
electronics elefant elena elephants eleven elijah elite elizabeth ella ellen ellie elliot elliott elmer elsalvador
elsie elvira elwood emerson emilia emilie emma emmanuel emmitt emperor energy enforcer engine engineering england
english enjoy enrico enterme entertainment entry epsilon epzaqfcj eric erica erik erika erin ernest ernesto ernie
escaflowne escape esnclizry esther estrella ethan ethel ethereum eugene europe evelyn everett everlast everything
evolution ewqasdcxz excellence excite exotic experience experienced expert extra eybdthcbntn fabian facebook fairlane
faith faithful fallenangel falloutboy family famous fandango fantasia fantomas farley farmer fashion father fatima
fatty fcnfkfdbcnf fdnjhbpfwbz fearless federal federico fefphttop felicia felicidade felipe felix female fenris fenway
fergus ferguson fernando ferris festival fffa fgjkbyfhbz fgjrfkbgcbc fiction fidelio fight fighting films filthy
finance findaupair fingers finish finland fiorentina firefigh firewall first firstone fischer fishbone fisher
fishfinger fishhead fishin fishman fitzgerald fkgthafev fkmnthyfnbdf fktrcfylhjd fktrcfylhjdbx fktrcfylhjdf
fktrcfylhjdyf fktrcfylth flame flanker fletcher flight florence flores flowers floyd flvbybcnhfnjh flyfish flying focus
force foreve foreveryoung forget forgetmenot forgot format formatters forrest forsaken fortnite fortune forum forward
foster foundation fountain fowler foxylady franc france frances francesco francis francisc francisco franco francois
frankie franklin frankzappa fraser freak fred freddie frederic frederick frederiksberg fredrick freebird freefall
freelancer freeman freesex freeze french fresh freyfvfnfnf friend friendly friends friendship fritz frogman fromvermine
frost frozen frozenfish fsatsyt fuckhead fuckin fuckmylife fuckthemall fuckthroat fuckyouguys fufnfrhbcnb fukkc
fullmoon function funny fussball future fyfnjkbq fyfnjkmtdbx fyfnjkmtdyf fynfyfyfhbde gabriela gagging gail galant
galatasara gambler gameboy gamemaster games ganesh garage garbage garcia garion garrett gary gasman gaston gatekeeper
gbhfvblf gblfhfcbyf gearsofwar gene general generation geneva geoffrey georgetown georgia georgie gerald geraldine
gerard gerasimova german germany gertrude getout gettysburg gfhfcjkmrf gfhfktkjuhfv gfhfvgfvgfv ghbdtndctv ghbdtngjrf
ghbdtnrfrltkf ghbywtccf ghhhathj ghjatccbjyfk ghjcnbvtyz ghjcnjabkz ghjcnjgbpltw ghjcnjgfhjkm ghjcnjqgfhjkm ghjgfufylf
ghjnbdjcnjzybt ghjnbdjufp ghjrjgtyrj ghjuhfvbcn ghjuhfvvbcn ghjuhfvvf ghostrecon ghosts ghtdtlvtldtl giant gibson
gideon gidget giggles gilbert gilles gillian gilligan gina giovanna giovanni giraffe girlfriend giuseppe gjdtkbntkm
gjgeuftd gjhjlfcjqrb gjikbdctyf gjkysqgbpltw gjyjvfhtdf gjytltkmybr glacier gladiato gladys glamour glasgow glass glen
glenda glenn global glock gloria glory gmail gobears godisgood godisgreat godlike godzilsas goldberg goldie gonzalez
good goodbye goodman goodmorning gordo gordolee gorgeous goten grace gracie graham grand grande grandma grandmaster
grandorgue grandpa grant graphics grasshopper grateful gravity greece greene greenhouse greenlantern greg gregory
gretchen griffin grimreaper grinch groupd groups grover gryphon gthtcnhjqrf gthtrfnbgjkt gthtrhtcnjr gtnhjdbx
gtnhjpfdjlcr guess guido guitarhero guitars gundamwing gunther gustavo guyver gxlmxbewym gyeytrgls gymnast gypsy habibi
hailey hallelujah hallie halo hamilton hammerhead hammertime hammond hampton handball handsome hanna hannahmontana
hansen hanson happiness harddick harder hardone hardware hardwareid harlem harmony harold harper harris harrison
harvard harvest harvey hassan hastings havana hayden hayley hazel hdtanwsdteivbv headhunter health heart heavymetal
hector heidi heinrich hejsan helen helena helene helicopter hellboy helpdesk helper herbert heritage herman heroes
hetfield hewlett hfjdk higgins highbury highheel highway hijodeputa hilary hillary hilton history hitachi hocuspocus
holden holidays holland hollie hollister hollow hollywood holmes holycow honeybee honeybunny honolulu hookem hookup
hooper hoover hopeless hopkins hopper horace hornets horsepower hotmail hotone hotties hounddog housemusic houses
houston howard howdy hshfdan hsutskpot htsfibbnl huang hubert hudson hughes hungry hurley hurricane hurricanes
iamawesome iampurehaha icehouse iddqd idiot idunno iforget ijrjkfl ilikepussy ilja illinois illuminati iloveboobies
ilovemusic ilovemyfamily ilovemylife iloveyousomuch imagination imagine imjakie impact imperial impossible impreza
incredible independent india indian infalicall infantry information ingrid insanity inside instagram install
installsqlst intelinside intelligence intermilan international iphone iposatjasuy irachka ireland irene irinka irishka
irishman isaac isabel isabell isabella isabelle isaiah island israel italian itsasecret itsme ivanivanov jack
jackhammer jackie jacobs jacqueline jacques jaguars jameson jamess jane janelle janet janice janine japan japanese
jared jarvis jasmin javier jayson jean jeanette jeanne jeannie jedimaster jeff jefferso jeffery jeffrey jenkins jenna
jennie jennife jennifer jensen jeqqahthv jeremiah jeremy jermaine jerome jerry jersey jesse jessejames jessie
jesuschris jesusfreak jesussaves jewel jill jillian jimandanne jimmie jingle jlbyjxtcndj joan joann joanna joanne
joebob joel johanna johncena johndeer johngalt johnny johnson jokxtbdu jonathan jonny jorge jose joseph josephin
josephine josephphone joshu journey joyce jsbach juan juancarlos juanita jubilee judith judy juicy jules julia julian
julie julien juliet juliette julio julius junkie justine justus jxfhjdfirf kaiser kaitlyn kalifornia kalina kaliningrad
kamelia kamila kanmax karachi karen karin karl karma katarina katherin katherine kathleen kathryn kathy katrina kayla
kaylee kayleigh kazakhstan kdinlcih keegan keenan keepout keisha keith keller kelley kellie kelsey kelvin kendall
kendra kennedy kenneth kenny kensington kentucky kermit kernel kerouac kerstin kestrel kevinp kfgjxrf kidrock kieran
kille killjoy kimball kimber kimberly kimmie kinder kingdom kings kirby kirsten kissing kitchen kittens kjkszpj
kjrjvjnbd klapaucius klaste klbenhavn klubnichka klvbkf knight knock knucklehead knuckles kobebryant kojak kokomo
komodo konovalova kordell koroleva korova kozanostra kramer krasavchik krasotka kravchenko krissy krista kristen kristi
kristin kristina kristine kristopher kristy krolik krusty krypton kryptonite krystal ksenia ksusha ktjynsq kuang
kudosaever kurt kurtcobain kwiatuszek kyle ladies lakeside lalakers lambda lambert lamborgini lamer lamont lance landon
larissa larry lasvega latin latina laura laurel lauren laurence laurie lawrence lawyer leader leanne leedsutd leftadead
lemmein lemon lemonade lemons lenny leon leonard leonardo leopold leroy lesley leslie lester letmei letmeinplease
letter lewis lfplhfgthvf lfybbk lhbjkjubz library lifetime light lighthouse lilian lilith lillian lillie lilly limited
lincoln lindsay lindsey linkedin linkinpark lionel lions lipstick lisa lithium little littlebear littlebitch littlefuck
littlegirl littleminge littleslut littlewhore liverpoolfc livestrong living lizzie lkjhgfdsazx lloyd loaded lockdown
lois lolita lololyo lonely longbow longdong longjohn lonnie looking looney lopez loploprock lorena lorenzo loretta lori
lorraine lost lothlorien lotrfotr lottie louie louis louise loveforever loveless lovelife lovezp loving lowell lpscskt
lsiadnby luansantana lucas lucille lucy ludwig luis lumber lumberjack luther lydia lynn lytdybrbdfvgbhf lytghjgtnhjdcr
lzhan macbeth macman madagascar madcat madden madeline madrid magazine magelan maggi magical magnet magneto magnolia
magpies mahler maintenance maisuradze major malachi malcolm malice mallory malone mamamia management manager
manchesterunited mandarinka mandy manfred mangust manila mankind manning manolo manuel manuela mapet maple mapleleafs
maprchem marble marc marcel marcia marco marcos marcus marcuseckos margaret margarit margarita margherita margie mariah
marian mariana marianna marianne marie marijuana marilyn marin marinochka mario marion marisa marissa marjorie mark
market markiz markus marlene marlin marlon marquis married marseille marsha marshall martha marti martina martine
martinez marty marvel marvin mary maryann maryland masha massage massimo masters masturbate matchbox matematica
mathematics mathew matilda matthe matthews matthias mattie mattylad maureen maurice maximum maxine maxmotives may
maynard mazdarx mcdonald mcjyu mckenzie mdosbs meagan mechanical media medic medical medicine medion meditation medved
megan megane meghan melanie melinda melody melvin member memory mental mentor meredith messiah metal method metropolis
mexican michaela michaeljackson michaels micheal michel michele michell michelle micro miguel mihail mike mila milan
mildred miles milfhunter military millennium miller millerlite millie million millionaire millions milton minerva
mingus minicooper ministry minnesotahp minnie miracle miranda miriam mirror mischief misery misha misiaczek mission
mississippi missouri mitch mitchell mitsubishi mobile mobydick model models modern mohamed mohammed mollie mommy monica
monika monique monkeybo monkeybutt monroe monsters monte montenegro montgomery monty moondog moonligh moore mopar
moreno morganstanley morning morris morrison mortal mortalkombat morton moses moskva motherfucker mothers motion motley
motorcycle mouth movie movies msoracleere msorcloledbr mtpgam mudvayne multimedia multiplelog murcielago murder murphy
murray muscles musiclover mydick mygirl myjdxtcxks mykids myself myspace mystery nadine namaste nancy napoleon natalia
natalie nathalie nathan nathaniel nation national natural nature nautilus navigation nbvjatq nccpl necronomicon
needaspeed neepodchehyl neil nellie nelson nesterenko netflix network never nevergiveup nevermind neverwinter newcastle
newman newton nfytxrf nguyen nhbujyjvtnhbz nhecsyfujkjdt nhfdvfnjkju nhfrnjhbcn nhfycajhvths niceass niceguy nicholas
nichole nickiearem nicol nicolas nigga night nightcrawler nightmare nights nightshade nikki nikolaevna nikolai nitro
nobody noelle nokiadermo nokiaeoi nokian nomad noname nondriversig noonehackme norma normal norman north northern
norton norway norwich nostradamus nostromo nothing nottingham notused novosibirsk nthvbyfnjh ntktdbpjh nuaddn nuclear
nudes nurses nutmeg nutter nygiants oakley oatmeal obsidian ocatngucz ocean odessa office officer ohshit oiutyt
oklahoma older oldpassword olesya olivia onedirection onetwo onetwothree ontheoutside openthedoor option options oregon
original orlando orochimaru outlook oxygen pablo pacific paddle paint painter palace palermo pallmall palmer palmtree
pamela pandemonium pants paolo paper papers papillon papito paradigm paraklast paramedi paranoid paris parker
parliament parol partner party pasadena passcode passes passipage passtrader passwordassword passwordstandard patience
patrice patricia patton patty paul paula paulie paulina pauline pavel payton peace peacemaker peachy peacock pearl
pebble pecker pedro peggy pelican penelope people pepito peppermint percussion perfect perfection performance
performing perry person personal peters peterson petra petrova peyton pfhfnecnhf pfqwtd phezcaihv philadelphia philip
philippines phillip phillips philosophy phoebe phone photo phrowz phyllis physics piano piazza picture pictures picturs
pierce pierre pigeon piggy pilot pinball pineapple pipeline piper pippin pippo pistons pittsburgh pixies pizdec
platypus playa players playground playing playstat playstatio please pleasechange pleasure plhfdcndeq pocket
poeotiopseao poetry pointblank pointbreak poker poland polish polly pooiuty poopy popova popper pornography portal
porter portishead portsmouth positive postman postov potter powell powers praise prayer premier premiumcash presiden
president presidente presley preston pretty priest primetime princesa prisonbreak professional profit program
programmer progressive project proman prometheus promise property prospect prosperity protection prowler prozac
psychnaut ptybnxtvgbjy public puffin pufunga pumpkins punksnotdead puppet pussybitch pyfrjvcndj qawseedarfstg
qaz26101778 qaziewsx qeesttuo qiqqeqaq qiweeratsyutiop qqeqaqsq quality quasar quebec queen queenas queenie quentin
question quincy qwaszxerdfcv qweaersty qweasdzx qweasrty qwedsa qweewq qweieqwe qwertasdfgzxcvb qwertgfdsa qwerttrewq
qwertzuiop qwiqw rachael radical radio radiohead rafael railroad rainforest ralph ramirez ramon ramona rampage ramsey
randall randy rangerover raquel rashley ratman rattlesnake raul raymond razor reading ready reagan reality really
record records recovery redbaron reddevil reddwarf redemption redeye redfox redrose referee reflex reggie regina
reginald register reilly release reload remember remingto remote renata renee report reptile research resident respect
respublika retired revelation revenge review revolution revolver reymysterio reynolds rfcgthcrbq rfgecnfcerf rfhfrfnbwf
rfhfvtkmrf rfkbajhybz rfvfcenhf rhbcnbyjxrf rhfcyjzhcr rhfvfnjhcr rhiannon rhonda ricardo richards richardson richie
richmond rick ricky rider riley rimmer ripley rita river rivera riverplate rivers rjhjktdf rjkjrjkmxbr rjsilatqe
rjycnbnewbz roadster robbie rober roberta roberto roberts robin robins robinson roblox robocop robot robotics rochelle
rockandroll rockbottom rockhopper rockie rockies rockyou rodney roger rogers rogue roland rolling rollins roman romance
romano romans romeo romero ronald ronnie rooney rosa rosario roscoe rose rosemary roses rosie rostik roswell rottweiler
roxanne royal rubberduck rubble ruben ruby rufus rugby rules runaway running rupert russell russian ruth ryan sabina
sabrina sacramento sacred safety sagittarius saint sairam saiyan sales salome salope salvador samara samira sammie
sampson samuel sanchez sandbox sander sanders sandra sandrine sandwich sanford sanfrancisco sanity santa santafe
santamaria santana santiago santos saqartvelo sara sataniv satisfaction sausages savage savanna savannah scandinavian
scarlett schalke schmidt school schoolgirlie schumacher science scoobydoo score scottie scoubidou scratch screamer
screen script sdhdrth sdicmttseytn seabee seagull sean search season sebastian second secrets secure seeking
seemnemaailm sekret selena selfok semtsriuty senator senators senior seniseviyor sensei serena serendipity sergeant
sergeevich sergio series serpent service services sevens severin sexpistols sexxxy sexxy sexylady sfaers shadows
shakespeare shakira shamanking shamus shane shanghai shanna shanti sharon sharp shawn shawna shearer sheba sheena
sheila shelbygt shell shelley shelly shepherd sheridan sheriff sherman sherri sherry sherwood shibby shinobi shirley
shithappens shock shocker shopping short shrimp siasehaa sidekick sidney sigma silence silent silenthill silly
silverstone silvia simferopol simmons simona simone simpleplan simpson sinclair singer single sinned sissy sister
sisters skibum skillet skinner skyhawk slamdunk slater sleep slimshady slowhand slugger sluggo smackdow small smart
smile smirnoff smith smoking snappy sneaky snowboard snowflak snusmumrik softail solitude solomon solution someone
somethin something sonata sonia sonnenschein sonny sooner sophia soprano sound south southern sowhat space spam spanish
spanker spanner sparks sparrow spears special specialinsta specialist speed spikes spikey spock spongebo spoon sport
sporting sports spotify spotty spread springer springfield springsteen sprinter squeak squeeze sszswlu stacey stacie
stacy standard stanford stanislav stanley staples starligh stars starscream start stasik state station statistika steam
steamforums steel steele stefan stefanie steffi stella stephan stephane stephanie stephen sterling steven stevens
stevie stewart stick stickdaddy stiffy stinker stinkyfinger stolen stomatolog stone stonehenge stoner store stories
straight strange stratocaster stratus strawber stream street strenght strength stress stretch string strip stroke
strong stronghold stryker stuart stubby student studio studioworks studman studmuffin stuff styles stylus subscriber
suckers sucking suicide sullivan sundaypunch sunderland sundevil sunfire sunglasses sunny superb superior superma
supermario supernatural superpower supervisor support supreme survivor susan susana susanna susanne sushi sutton
sutvscsysaa suzanne svensps sweden sweetdream sweetdreams sweetheart sweetie sweetiepie sweetness sweetpussy swinging
switch sylvia sylviahans synergy syqoishil system systemofadown tabasco tabitha table taekwondo tamara tammy tanner
tanya tara tareewiq tasha tasty tatarin tatiana taylormade tbone tdfyutkbjy teamomucho teavfrc technician techniques
technology teenage telecaster telemike telephone television temple temppass teresa terminal terminat terri terry thanks
theater theatre thebeatles thecakeisalie thecrow thecure thelma theodore there theresa thesimpsons thewho thing
thisisit thisismypassword thompson thong three threesom throat throatfuck thugstools thundercat ticket ticketmaster
tigge tight tiktok timberlake timberland timberwolf timeout timmy timothy tina tinkerbe tipper titan tkbpfdtnf toaster
tobias today todd toejam toffee together toilet toledo tomahawk tommie tomorrow tongue tonight tony tonya tophat
topsecret torino torpedo torres tower towers tracey tracy traffic trailer train training trains tranny transfer
transformer transformers transit travis trevor trewq trial tricia trinidad trinitro triple trisha tristan troll
tropical trout troy trucking truman trust trustnoi tsraeewq tucker tuning tupac tupacshakur turner turnip twenty twiggy
twins twitter tylerca tyrone tyson ublhjgjybrf ubnkthrfgen ubvyfcnbrf ufhhbgjnnth ukraine ultra umpire unbelievable
undead undercover undergroun underground understand undertak underwater underworld unique uniqueness united universa
universal universe universidad university unknown upyours uranus ursula userexecute utyyflmtdyf vaffanculo valencia
valentine valentinka valeri valeria valerie valley vampir vampires vanessa vanguard varvara vbhjndjhtw vegas vendetta
venice venom ventura venus vera vernon verona veronica versace verysecret vfhvtkflrf vfibyf vfitymrf vfntvfnbrf
vfrcbvtyrj vfylfhbyrf vicki vickie victor victoria video vienna vietnam viewsoni viktoriya villa village villeneuve
vincent vinnie vinogradov vintage viola violet virgil virginia virtual visual vitamin vivian vjcrdf vjqgfhjkm
vladimirovna vladivostok volkswag volleyball volume voxstrange waffle wagner walker walkman wallace wallstreet wally
walter wanda wanderer wanted warez warhammeraok warner warning warren wasabi washburn washingt washington wasted watch
waterfalls waters watson wayne wazzkaprivet wcrfxtvgbjy wdlwwevsp weather weaver webber webhompas websolutionssu
webster webuivalidat wedding weihnachte weihnachten weihnachtsbau weihnachtsbaum weird welcom wellington wendy wenef
werder werner werty wesley western weston wethepeople whatsapp whistler white whiteboy whiteout whitney widespread
wifey wilbur wildbill wildwood willia williams willie willis willy wilma wilson winchester windmill window windsurf
wingman wings winners winnie winniethepooh winnipeg winstonone wireless wiwwewaw wkoaofptdk wolverines woman women
wonder wonderland wonderwall wonderwoman woodie woodland woofer working world worms wpass wpooewp wrench wrestler
wrestling wright writer writerspace wwwooo xander xiaoyua xiong xpressmusic xtpxr xxxpassword yahoo yamahar yanshi
ybrjkftdbx ybrjkftdyf yfcnhjtybt yfcnz yfnfkb yogibear yolanda yoshimitsu young youtube yoyoma yugioh yvette yvonne
zachary zalupa zander zanzibar zaqiwsxcde zaqwsxcderfv zaqxswcde zarina zcfvfzkexifz zcxfcnkbdf zcxfcnkbdfz zebra
zephyr zexts zhang zildjian zippo zixcevab zixcevabsn zixcevabsnm zjsesevpa zodiac zoloto zsverrcz zxcvb zxcvbasdfg
zxcvbnmmnbvcxz zxecav zxecavsb zzzxxx
`;
